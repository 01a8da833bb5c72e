import { hostileCalls } from './calls.ts';
import type { HostileCase } from './case.ts';
import { hostileFiles } from './files.ts';
import { hostileForms } from './forms.ts';

/**
 * Every kind of hostile body; files first, because an account's hourly limits refuse them later. @param side see
 * `hostileFiles`
 */
export const hostileCases = async (side: number): Promise<HostileCase[]> => [
  ...(await hostileFiles(side)),
  ...hostileForms(),
  ...hostileCalls(),
];
