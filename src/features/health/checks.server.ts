import { codeIn } from '#db/down.server.ts';
import { SettingsError } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Check, HealthDeps } from './check.server.ts';
import {
  checkClock,
  checkDatabase,
  checkExtensions,
  checkLocale,
  checkQueue,
} from './database-checks.server.ts';
import { type Finding, failed, type Verdict } from './model.ts';
import { checkDrive, checkMail, checkPrices, checkWebhook } from './outside-checks.server.ts';
import { checkBackups, checkDisk, checkFfmpeg, checkSettings, checkStore } from './place-checks.server.ts';
import { checkBody, checkProxy } from './proxy-checks.server.ts';

/** Every check in the order in which it is shown. */
const checks: readonly [name: string, check: Check][] = [
  ['Configurações', checkSettings],
  ['Relógio', checkClock],
  ['Banco de dados', checkDatabase],
  ['Extensões do banco', checkExtensions],
  ['Idioma do banco', checkLocale],
  ['Fila de tarefas', checkQueue],
  ['Disco', checkDisk],
  ['Arquivos', checkStore],
  ['Backups', checkBackups],
  ['E-mail', checkMail],
  ['Preços na Stripe', checkPrices],
  ['Avisos da Stripe', checkWebhook],
  ['Google Drive', checkDrive],
  ['ffmpeg', checkFfmpeg],
  ['Endereço público', checkProxy],
  ['Envio de arquivos pelo proxy', checkBody],
];

/** Milliseconds that a check may take. */
const patience = 5_000;

/** Runs all checks at once. Never throws: a check that does, or that stays silent, is a failure. */
export async function examine(deps: HealthDeps): Promise<Finding[]> {
  return Promise.all(checks.map(async ([name, check]) => ({ name, ...(await verdictOf(check, deps)) })));
}

async function verdictOf(check: Check, deps: HealthDeps): Promise<Verdict> {
  const signal = AbortSignal.timeout(patience);
  const silence = new Promise<Verdict>((resolve) => {
    const tell = () => resolve(failed(`Sem resposta em ${patience / 1000} segundos.`));
    signal.addEventListener('abort', tell, { once: true });
  });
  return Promise.race([check(deps, signal).catch(readError), silence]);
}

/** Our own sentences are for people; of another error only its code, because its message may hold a secret. */
function readError(error: unknown): Verdict {
  if (error instanceof SettingsError || error instanceof AppError) return failed(error.message);
  const name = error instanceof Error ? error.name : 'erro';
  return failed(`A verificação falhou (${codeIn(error) ?? name}).`);
}

/** Milliseconds for which findings are shown again: a page that is reloaded asks nobody anew. */
const age = 10_000;
const known = new WeakMap<object, { findings: Promise<Finding[]>; askedAt: number }>();

/** The same, remembered for ten seconds. @param owner whose memory it is */
export function recallFindings(owner: object, deps: HealthDeps): Promise<Finding[]> {
  const last = known.get(owner);
  if (last && performance.now() - last.askedAt < age) return last.findings;
  const findings = examine(deps);
  known.set(owner, { findings, askedAt: performance.now() });
  return findings;
}
