import { statfs } from 'node:fs/promises';
import { timeOf } from '#features/backup/kept.ts';
import { isPlanned, openShelf } from '#features/backup/shelf.server.ts';
import { countUnmeasured, type Unmeasured } from '#features/curation/analysis/queries.server.ts';
import { ffmpegAdvice, withoutFfmpeg } from '#features/media/ffmpeg-advice.ts';
import { hasFfmpeg } from '#features/media/measuring/gateway.server.ts';
import { findDataDirTrouble } from '#platform/data-dir.server.ts';
import { countTracks, formatDateTime, formatSize } from '#platform/format.ts';
import { isLocalSite } from '#platform/loopback.ts';
import type { Check } from './check.server.ts';
import { failed, ok, type Verdict, warning } from './model.ts';

/** Settings that start, but that no public site should have. */
export const checkSettings: Check = async ({ settings, payments }) => {
  const { protocol } = new URL(settings.PUBLIC_URL);
  if (isLocalSite(settings.PUBLIC_URL)) return ok(`Site local, em ${settings.PUBLIC_URL}.`);
  const doubts = [
    protocol === 'http:' ? 'PUBLIC_URL sem https: senhas passam abertas pela rede.' : null,
    payments.kind === 'simulated' ? 'O pagamento é simulado: defina STRIPE_SECRET_KEY.' : null,
    settings.SESSION_SECRET ? null : 'Defina SESSION_SECRET, igual em todos os processos.',
    settings.REQUIRE_TWO_FACTOR ? null : 'REQUIRE_TWO_FACTOR=true protege os administradores.',
  ].filter((doubt) => doubt !== null);
  return doubts.length === 0 ? ok(`Site público, em ${settings.PUBLIC_URL}.`) : warning(doubts.join(' '));
};

/** Share and bytes that should be free: backups, uploads and the database need room to work. */
const least = { share: 0.1, bytes: 1024 ** 3 };

export const checkDisk: Check = async ({ settings }) => {
  const trouble = await findDataDirTrouble(settings.DATA_DIR);
  if (trouble === 'read-only')
    return failed(
      `${settings.DATA_DIR} não aceita escrita. Confira o dono da pasta e se o disco está montado.`,
    );
  const { bavail, bsize, blocks } = await statfs(settings.DATA_DIR);
  const free = bavail * bsize;
  const text = `${formatSize(free)} livres em ${settings.DATA_DIR}.`;
  if (trouble === 'full') return failed(`${text} Libere espaço agora: nada mais pode ser salvo.`);
  const isLow = blocks > 0 && (free < least.bytes || bavail / blocks < least.share);
  return isLow ? warning(`${text} Libere espaço ou aumente o disco.`) : ok(text);
};

/** The store answers; a bucket also lets the player fetch beginnings of tracks (CORS). */
export const checkStore: Check = async ({ settings, storage }, signal) => {
  const store = await storage();
  try {
    await store.stat('readyz');
  } catch {
    return failed(
      store.origin === null
        ? `Não consigo ler ${settings.DATA_DIR}. Confira o dono da pasta e se o disco está montado.`
        : `O bucket ${settings.S3_BUCKET} não responde, ou recusa as chaves. Confira S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY.`,
    );
  }
  const address = await store.address('readyz', { seconds: 60, mime: 'audio/mpeg' });
  if (address === null) return ok('Os arquivos ficam no disco.');
  const origin = new URL(settings.PUBLIC_URL).origin;
  const asked = {
    Origin: origin,
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'range',
  };
  const answer = await fetch(address, { method: 'OPTIONS', headers: asked, signal });
  const allowed = answer.headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === origin) return ok(`Os arquivos ficam no bucket ${settings.S3_BUCKET}.`);
  return warning(
    `O bucket responde, mas a regra de CORS não deixa ${origin} ler trechos: as faixas começam mais tarde. Veja a regra em docs/operations.md.`,
  );
};

export const checkFfmpeg: Check = async ({ settings, database }) => {
  if (!(await hasFfmpeg(settings.FFMPEG_PATH)))
    return warning(`${ffmpegAdvice(settings.FFMPEG_PATH)} ${withoutFfmpeg}`);
  // Another check tells of a database that is away.
  const unmeasured = await database()
    .then(countUnmeasured)
    .catch(() => null);
  return tellMeasured(unmeasured ?? { older: 0, failing: 0 });
};

/** What ffmpeg still has to do, and what it could not. */
function tellMeasured({ older, failing }: Unmeasured): Verdict {
  const whole = 'Instalado: os sons são medidos por inteiro.';
  const again = `${countTracks(older)} ${older === 1 ? 'é medida' : 'são medidas'} de novo, por uma regra mais exata.`;
  const text = older > 0 ? `${whole} ${again}` : whole;
  if (failing === 0) return ok(text);
  const unable = failing === 1 ? 'não pôde ser medida' : 'não puderam ser medidas';
  return warning(`${text} ${countTracks(failing)} ${unable}: confira se os arquivos estão no armazenamento.`);
}

/** Hours after which a nightly backup is missed. */
const latest = 36;

export const checkBackups: Check = async ({ settings }) => {
  if (!isPlanned(settings))
    return warning('O backup automático está desligado. Defina BACKUP_DIR ou BACKUP_S3_BUCKET.');
  const shelf = await openShelf(settings);
  const stamps = await shelf.stamps().catch(() => null);
  if (!stamps)
    return failed(
      'O lugar dos backups não responde. Confira BACKUP_DIR, ou BACKUP_S3_BUCKET e as chaves do S3.',
    );
  const newest = stamps.at(-1);
  if (!newest) return warning(`Ainda não há backup; o primeiro é feito às ${settings.BACKUP_AT}.`);
  const at = timeOf(newest);
  const text = `O último é de ${formatDateTime(at)}; há ${stamps.length} guardados.`;
  if (Date.now() - at.getTime() < latest * 3_600_000) return ok(text);
  return failed(`${text} Confira se o trabalhador está no ar, e o motivo nos registros dele.`);
};
