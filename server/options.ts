import { parseArgs } from 'node:util';
import { z } from 'zod';
import { SettingsError } from '#platform/env.server.ts';

/** The options of a command, parsed. @throws SettingsError with one sentence. */
export function readOptions<T>(args: string[], names: string[], schema: z.ZodType<T>): T {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    return schema.parse(parseArgs({ args, options }).values);
  } catch (error) {
    const reason =
      error instanceof z.ZodError
        ? error.issues[0]!.message
        : `use ${names.map((name) => `--${name}`).join(' e ')}.`;
    throw new SettingsError(`Opções erradas: ${reason}`);
  }
}
