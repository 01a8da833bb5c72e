import { type OpenDatabase, openDatabase } from '#db/open.server.ts';
import { examine } from '#features/health/checks.server.ts';
import { states, sumUp } from '#features/health/model.ts';
import { openDrive } from '#features/ingestion/drive-gateway.server.ts';
import type { Settings } from '#platform/env.server.ts';
import type { Logger } from '#platform/log.server.ts';
import { openStorage } from '#platform/storage/open.server.ts';
import { openProvider } from './app.ts';

/**
 * `npm run doctor`: checks everything that the site needs, beside a running site or without one; changes nothing, and
 * migrates nothing. Exits with 1 when something fails.
 */
export async function doctorCommand(settings: Settings, log: Logger): Promise<void> {
  let database: Promise<OpenDatabase> | null = null;
  const open = () => {
    database ??= openDatabase(settings, log);
    return database;
  };
  const payments = (await openProvider(settings, () => {})) ?? {
    kind: 'simulated',
    fetchPrice: async () => null,
  };
  const findings = await examine({
    settings,
    database: async () => (await open()).db,
    storage: () => openStorage(settings, log),
    payments,
    drive: openDrive(settings),
  });
  for (const { name, state, text } of findings)
    console.log(`${states[state].word.padEnd(12)}  ${name}: ${text}`);
  console.log(sumUp(findings));
  await (await open().catch(() => null))?.stop();
  if (findings.some(({ state }) => state === 'failed')) process.exitCode = 1;
}
