import { parseArgs } from 'node:util';
import { z } from 'zod';
import { SettingsError } from '#platform/env.server.ts';
import { firstMessage } from '#platform/errors.ts';

/** Parses a command's options; `flags` have no value. @throws SettingsError with one sentence */
export function readOptions<T>(
  args: string[],
  names: string[],
  schema: z.ZodType<T>,
  flags: string[] = [],
): T {
  try {
    const types = [
      ...names.map((name) => [name, 'string'] as const),
      ...flags.map((name) => [name, 'boolean'] as const),
    ];
    const options = Object.fromEntries(types.map(([name, type]) => [name, { type }]));
    return schema.parse(parseArgs({ args, options }).values);
  } catch (error) {
    const reason =
      error instanceof z.ZodError
        ? firstMessage(error)
        : `use ${[...names, ...flags].map((name) => `--${name}`).join(' e ')}.`;
    throw new SettingsError(`Opções erradas: ${reason}`);
  }
}
