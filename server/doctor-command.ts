import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '#db/open.server.ts';
import { examine } from '#features/health/checks.server.ts';
import { states, sumUp } from '#features/health/model.ts';
import { openDrive } from '#features/ingestion/drive-gateway.server.ts';
import { type Settings, SettingsError } from '#platform/env.server.ts';
import type { Logger } from '#platform/log.server.ts';
import { openStorage } from '#platform/storage/open.server.ts';
import { openProvider } from './app.ts';

/**
 * `npm run doctor`: checks everything that the site needs, beside a running site or without one; changes nothing, and
 * migrates nothing. Exits with 1 when something fails.
 */
export async function doctorCommand(settings: Settings, siteLog: Logger): Promise<void> {
  // What it finds is said once, in sentences.
  const log = siteLog.child({}, { level: 'silent' });
  let database: Promise<OpenDatabase> | null = null;
  const open = () => {
    database ??= openBefore(settings, log);
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

/** Milliseconds that the database may take: less than a check, which then says what the matter is. */
const patience = 4_000;

/** Opens the database, and makes none. @throws SettingsError when there is none, or it does not answer */
async function openBefore(settings: Settings, log: Logger): Promise<OpenDatabase> {
  if (!settings.DATABASE_URL && !existsSync(join(settings.DATA_DIR, 'postgres')))
    throw new SettingsError(`Ainda não há um site em ${settings.DATA_DIR}: inicie-o uma vez (npm start).`);
  try {
    return await openDatabase(settings, log, AbortSignal.timeout(patience));
  } catch (cause) {
    if (cause instanceof SettingsError) throw cause;
    throw new SettingsError('O banco não responde. Confira DATABASE_URL, e se o PostgreSQL está no ar.', {
      cause,
    });
  }
}
