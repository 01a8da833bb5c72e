import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, expect } from 'vitest';
import { packages, tracks } from '#db/schema/catalog.ts';
import { importFiles, imports } from '#db/schema/ingestion.ts';
import { storedObjects } from '#db/schema/media.ts';
import { notifications } from '#db/schema/notifications.ts';
import { openDrive } from '#features/ingestion/drive-gateway.server.ts';
import { importJobs } from '#features/ingestion/import-jobs.server.ts';
import { type ImportDeps, startImport } from '#features/ingestion/start-import.server.ts';
import type { JobDefinition, JobHandler, Jobs } from '#platform/jobs/jobs.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { anAdmin, aPackage } from './builders.ts';
import { testDatabase } from './database.ts';
import { fakeDrive } from './fakes/drive.ts';
import { TestClock } from './site.ts';
import { anMp3 } from './sounds.ts';

interface Queued {
  name: string;
  payload: unknown;
  startAfterSeconds: number;
}

/** A queue that a test runs by hand, one job after the other; delays are recorded but not waited for. */
export class HandQueue implements Pick<Jobs, 'send'> {
  readonly waiting: Queued[] = [];
  readonly sent: Queued[] = [];

  async send<T>(
    job: JobDefinition<T>,
    payload: T,
    options: { startAfterSeconds?: number } = {},
  ): Promise<void> {
    const { startAfterSeconds = 0 } = options;
    const queued = { name: job.name, payload: job.schema.parse(payload), startAfterSeconds };
    this.waiting.push(queued);
    this.sent.push(queued);
  }

  /** Runs waiting jobs and those they queue until none is left; retries a failed job up to `tries` times. */
  async drain(handlers: JobHandler<never>[], { tries = 3 } = {}): Promise<void> {
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      const { name, payload } = next;
      const handler = handlers.find(({ definition }) => definition.name === name);
      if (!handler) throw new Error(`no handler for ${name}`);
      for (let attempt = 1; ; attempt++) {
        try {
          await handler.run(payload as never, new AbortController().signal);
          break;
        } catch (error) {
          if ((error as { retryable?: boolean }).retryable === false || attempt >= tries) break;
        }
      }
    }
  }
}

/** Imports with their own database, disk and Drive. Call it at the top of a test file. */
export async function testImports(settings: Partial<ImportDeps['settings']> = {}) {
  const { db, bus, log, connectionString } = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'sonoteca-imports-'));
  const fake = await fakeDrive();
  const storage = await openDiskStorage({ DATA_DIR: folder });
  const clock = new TestClock();
  const queue = new HandQueue();
  const drive = openDrive(fake.settings, { pause: async () => {} });
  const deps: ImportDeps = {
    db,
    bus,
    log,
    clock,
    storage,
    drive,
    jobs: queue,
    settings: { DATA_DIR: folder, ...settings },
  };
  const admin = await anAdmin(db);
  afterAll(async () => {
    await fake.close();
    await rm(folder, { recursive: true, force: true });
  });

  const drain = (given: Partial<ImportDeps> = {}) => queue.drain(importJobs({ ...deps, ...given }));
  const start = async (packageId: string, driveFolder: string): Promise<string> => {
    const target = { id: driveFolder, resourceKey: null };
    const outcome = await startImport(deps, admin, { kind: 'package', packageId, target });
    if (!outcome.ok) throw new Error(outcome.reason);
    return outcome.importId;
  };
  const { tree } = fake;

  /** Every track has its bytes, every Drive file one track, every recorded object exists. */
  async function everythingPlays(): Promise<void> {
    const seen = new Set<string>();
    for (const track of await db.select().from(tracks)) {
      expect((await storage.stat(track.storageKey!))?.size, track.name).toBe(track.size);
      const once = `${track.packageId} ${track.driveFileId}`;
      expect(seen.has(once), once).toBe(false);
      seen.add(once);
    }
    for (const { key, size } of await db.select().from(storedObjects))
      expect((await storage.stat(key))?.size, key).toBe(size);
  }

  return {
    connectionString,
    everythingPlays,
    /** A folder with so many different sounds. */
    aFolder(name: string, count: number, seconds = 1): string {
      const made = tree.folder(name);
      for (let n = 1; n <= count; n++) tree.file(`${name} ${n}.mp3`, made, anMp3(`${name} ${n}`, seconds));
      return made;
    },
    /** Drive's id of a file by its name. */
    idOf: (name: string) => [...tree.nodes.values()].find((node) => node.name === name)!.id,
    /** Partial downloads that are left. */
    partials: () => readdir(join(folder, 'imports')).catch(() => []),
    db,
    bus,
    fake,
    storage,
    clock,
    queue,
    deps,
    admin,
    folder,
    drain,
    start,
    /** Imports a folder into a package (new by default), to its end. */
    async run(driveFolder: string, packageId?: string) {
      const pack = packageId ?? (await aPackage(db)).id;
      const importId = await start(pack, driveFolder);
      await drain();
      return { packageId: pack, importId };
    },
    importOf: async (id: string) => (await db.select().from(imports).where(eq(imports.id, id)))[0]!,
    filesOf: (importId: string) =>
      db
        .select()
        .from(importFiles)
        .where(eq(importFiles.importId, importId))
        .orderBy(asc(importFiles.orderIndex), asc(importFiles.id)),
    tracksOf: (packageId: string) =>
      db
        .select()
        .from(tracks)
        .where(eq(tracks.packageId, packageId))
        .orderBy(asc(tracks.orderIndex), asc(tracks.id)),
    packageOf: async (id: string) => (await db.select().from(packages).where(eq(packages.id, id)))[0]!,
    notices: (link: string) =>
      db
        .select()
        .from(notifications)
        .where(and(eq(notifications.link, link)))
        .orderBy(asc(notifications.createdAt)),
  };
}
