import pino from 'pino';
import { openPool } from '#db/open.server.ts';
import { openDrive } from '#features/ingestion/drive-gateway.server.ts';
import { importFile } from '#features/ingestion/import-file.server.ts';
import type { ImportDeps } from '#features/ingestion/start-import.server.ts';
import { systemClock } from '#platform/clock.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';

/**
 * A process that imports one file and kills itself (SIGKILL) at a step: `node tests/import-child.ts {connectionString}
 * {data folder} {Drive address} {file} {step}`.
 */
const [connectionString = '', folder = '', driveUrl = '', fileId = '', step = ''] = process.argv.slice(2);
const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('dead');
};
/** Bytes that arrive before the step `received`. */
const enough = 200_000;

const log = pino({ level: 'silent' });
const { db } = openPool(connectionString, log);
const drive = openDrive({ GOOGLE_API_KEY: 'chave-de-teste', GOOGLE_DRIVE_API_BASE_URL: driveUrl });
const deps: ImportDeps = {
  db,
  drive: {
    ...drive,
    async download(...given) {
      const answer = await drive.download(...given);
      return step === 'received' ? { ...answer, body: answer.body.pipeThrough(counted()) } : answer;
    },
  },
  bus: { publish: async (topic) => void (step === 'booked' && topic === 'catalog' && die()) },
  jobs: { send: async () => {} },
  storage: await openDiskStorage({ DATA_DIR: folder }),
  clock: systemClock,
  log: {
    info() {},
    warn() {},
    error() {},
    debug: (facts: object) => void ('step' in facts && facts.step === step && die()),
  } as unknown as ImportDeps['log'],
  settings: { DATA_DIR: folder },
};

/** Passes chunks on, and dies after enough bytes. */
function counted(): TransformStream<Uint8Array, Uint8Array> {
  let passed = 0;
  return new TransformStream(
    {
      transform(chunk, controller) {
        if (passed >= enough) die();
        passed += chunk.length;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 1 },
    { highWaterMark: 0 },
  );
}

await importFile(deps, { fileId, attempt: 0 }, new AbortController().signal);
process.exit(0);
