import { z } from 'zod';
import { typedLine } from '#platform/typed-text.ts';
import { listKinds } from './list-kinds.ts';
import { longestPattern } from './names.ts';
import { forAir, numbered, plain } from './presets.ts';
import { bounds, formatKeys, type Recipe, readNaming, words } from './recipe.ts';

const { level, seconds } = bounds;
const says = {
  recipe: 'Informe a receita: o formato e, se quiser, nível, corte, nomes, tags e listas.',
  trim: 'Diga se o silêncio deve ser cortado: true ou false.',
  names: `Informe como os arquivos se chamam, em até ${longestPattern} caracteres.`,
  tags: 'Diga se as tags devem ser gravadas: true ou false.',
  lists: `As listas que existem são ${listKinds.join(', ')}.`,
};

/** The recipe of a call: the same bounds as those of the form. */
export const recipeOfCall = z
  .object(
    {
      format: z.enum(formatKeys, `Os formatos que existem são ${formatKeys.join(', ')}.`),
      lufs: z.number(words.level).min(level.least, words.level).max(level.most, words.level).nullish(),
      trim: z.boolean(says.trim).default(false),
      lengthS: z
        .number(words.length)
        .min(seconds.least, words.length)
        .max(seconds.most, words.length)
        .nullish(),
      names: typedLine(says.names).min(1, says.names).max(longestPattern, says.names).nullish(),
      tags: z.boolean(says.tags).default(true),
      lists: z.array(z.enum(listKinds, says.lists), says.lists).max(listKinds.length, says.lists).default([]),
      folder: z.string(words.folder).max(400, words.folder).nullish(),
    },
    says.recipe,
  )
  .transform((call, ctx): Recipe => {
    const pattern = call.names ?? numbered;
    const naming = { pattern, lists: call.lists, folder: call.folder ?? null };
    const folder = readNaming(naming, (field, message) =>
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
