import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { copyStore } from '#features/media/moving/copy-store.server.ts';
import { Journal } from '#features/media/moving/journal.ts';
import type { MoveReport } from '#features/media/moving/model.ts';
import { type Settings, SettingsError } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import { formatCount, formatSize } from '#platform/format.ts';
import { openNamedStorage, type StoreName } from '#platform/storage/open.server.ts';
import type { App } from '#routes/app.server.ts';
import { readOptions } from './options.ts';

const store = (name: string) =>
  z.enum(['disk', 's3'], { error: `--${name} deve ser disk ou s3; use copy --from disk --to s3.` });

/** `npm run storage -- copy --from disk --to s3`: journals verified files to resume; exit code 1 on a mismatch. */
export async function storageCommand(app: App, [action, ...args]: string[]): Promise<void> {
  if (action !== 'copy') throw new SettingsError('Opções erradas: use copy --from disk --to s3.');
  const { from, to } = readOptions(args, ['from', 'to'], z.object({ from: store('from'), to: store('to') }));
  if (from === to) throw new SettingsError('Opções erradas: --from e --to são o mesmo armazenamento.');
  const { settings, log, db } = app;
  const [source, target] = [
    await openNamedStorage(from, settings, log),
    await openNamedStorage(to, settings, log),
  ];
  let told = Date.now();
  const report = await copyStore({
    db,
    from: source,
    to: target,
    journal: openJournal(settings, from, to),
    onProgress(done, total, { bytes }) {
      if (Date.now() - told < 1000) return;
      told = Date.now();
      console.log(`${done} de ${total} arquivos vistos, ${formatSize(bytes)} copiados…`);
    },
  }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    const reason = 'Um dos armazenamentos não respondeu ou está cheio.';
    throw new SettingsError(`${reason} O que já foi copiado fica: repita o comando para continuar.`, {
      cause: error,
    });
  });
  tell(report, from, to);
  if (report.failed.length > 0) process.exitCode = 1;
}

/** One journal per pair of stores. */
function openJournal(settings: Settings, from: StoreName, to: StoreName): Journal {
  const folder = join(settings.DATA_DIR, 'storage-copy');
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET } = settings;
  const bucket = createHash('sha256').update([S3_ENDPOINT, S3_REGION, S3_BUCKET].join('\n')).digest('hex');
  const path = join(folder, `${from}-${to}-${bucket.slice(0, 12)}.jsonl`);
  mkdirSync(folder, { recursive: true });
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  // A process that died may have left half a line.
  if (text !== '' && !text.endsWith('\n')) appendFileSync(path, '\n');
  return new Journal(text, (line) => appendFileSync(path, line));
}

const count = (n: number, one: string, many: string) => `${formatCount(n)} ${n === 1 ? one : many}`;

function tell({ copied, bytes, unchanged, newer, failed }: MoveReport, from: StoreName, to: StoreName): void {
  const moved = count(copied, 'arquivo copiado', 'arquivos copiados');
  const known = count(unchanged, 'já estava lá', 'já estavam lá');
  console.log(`De ${from} para ${to}: ${moved} (${formatSize(bytes)}), ${known}.`);
  if (newer > 0) {
    const kept = count(
      newer,
      'foi trocado depois e ficou como está',
      'foram trocados depois e ficaram como estão',
    );
    console.log(`Em ${to}, ${kept}.`);
  }
  if (failed.length === 0) {
    console.log('Tudo conferido.');
    return;
  }
  console.error(`${count(failed.length, 'não confere', 'não conferem')}:`);
  for (const { key, reason } of failed) console.error(`  ${key}: ${reason}`);
}
