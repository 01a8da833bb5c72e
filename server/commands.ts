import { type Settings, SettingsError } from '#platform/env.server.ts';
import type { Logger } from '#platform/log.server.ts';

/** Runs one of the program's commands (contract.md, Commands). @throws SettingsError for an unknown one. */
export async function runCommand(
  name: string,
  _args: string[],
  _settings: Settings,
  _log: Logger,
): Promise<void> {
  throw new SettingsError(`O comando “${name}” não existe.`);
}
