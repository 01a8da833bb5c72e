import { z } from 'zod';
import { listKinds } from './list-kinds.ts';
import { longestPattern } from './names.ts';
import { forAir, numbered, plain } from './presets.ts';
import { bounds, formatKeys, type Recipe, readNaming, words } from './recipe.ts';

/** The recipe of a call: the same bounds as those of the form. */
export const recipeOfCall = z
  .object({
    format: z.enum(formatKeys, { error: 'Escolha o formato.' }),
    lufs: z.number().min(bounds.level.least, words.level).max(bounds.level.most, words.level).nullish(),
    trim: z.boolean().default(false),
    lengthS: z
      .number()
      .min(bounds.seconds.least, words.length)
      .max(bounds.seconds.most, words.length)
      .nullish(),
    names: z.string().trim().min(1).max(longestPattern).nullish(),
    tags: z.boolean().default(true),
    lists: z.array(z.enum(listKinds)).max(listKinds.length).default([]),
    folder: z.string().max(400).nullish(),
  })
  .transform((call, ctx): Recipe => {
    const pattern = call.names ?? numbered;
    const folder = readNaming({ pattern, lists: call.lists, folder: call.folder ?? '' }, (field, message) =>
      ctx.addIssue({ code: 'custom', path: [field === 'pattern' ? 'names' : field], message }),
    );
    const lengthMs = call.lengthS == null ? null : Math.round(call.lengthS * 1000);
    return {
      ...plain,
      format: call.format,
      levelLufs: call.lufs ?? null,
      silenceDb: call.trim ? forAir.silenceDb : null,
      lengthMs,
      onBeat: lengthMs !== null,
      fadeMs: lengthMs === null ? 0 : Math.round(Math.min(2000, lengthMs / 2)),
      pattern,
      isTagged: call.tags,
      lists: [...new Set(call.lists)],
      folder,
    };
  });
