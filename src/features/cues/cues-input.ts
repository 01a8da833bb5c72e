import { z } from 'zod';
import { cueTexts } from './model.ts';

/** Longest sound: a day. */
const longestMs = 86_400_000;
const moment = z.int(cueTexts.order).min(0, cueTexts.order).max(longestMs, cueTexts.order);

/** The three points as a call sends them. */
export const setCuesSchema = z.strictObject(
  { startMs: moment, introMs: moment, endMs: moment },
  cueTexts.order,
);
