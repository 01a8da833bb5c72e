import { asc } from 'drizzle-orm';
import { afterAll, beforeEach } from 'vitest';
import { packages } from '#db/schema/catalog.ts';
import { createFromDrive, readCreation } from '#features/ingestion/create-from-drive.server.ts';
import { draftJobs } from '#features/ingestion/draft-jobs.server.ts';
import { importJobs } from '#features/ingestion/import-jobs.server.ts';
import { aCategory } from './builders.ts';
import { fakeAi } from './fakes/ai.ts';
import { testImports } from './imports.ts';
import { anMp3 } from './sounds.ts';

/** A site that makes drafts from Drive folders, with two categories and a model. */
export async function testDrafts() {
  const ai = await fakeAi();
  afterAll(() => ai.close());
  const site = await testImports();
  const { db, fake, admin, queue } = site;
  const trilhas = await aCategory(db, { name: 'TRILHAS', kind: 'trilhas', orderIndex: 1 });
  const vinhetas = await aCategory(db, { name: 'PACOTES VINHETAS', kind: 'pacotes-vinhetas', orderIndex: 2 });
  beforeEach(() => {
    ai.questions.length = 0;
  });
  type Deps = typeof site.deps;
  const drain = (deps: Deps = site.deps) => queue.drain([...importJobs(deps), ...draftJobs(deps)]);

  return {
    ...site,
    ai,
    trilhas,
    vinhetas,
    drain,
    /** Runs a creation from a folder to its end. */
    async create(folder: string, deps: Deps = site.deps) {
      const begun = await createFromDrive(deps, admin, fake.linkOf(folder), { patience: 0 });
      if (begun.state !== 'working') return begun;
      await drain(deps);
      return readCreation(db, begun.importId);
    },
    /** A folder with sub-folders, each with sounds of these names. */
    aStation(name: string, folders: Record<string, string[]>): { root: string; ids: string[] } {
      const root = fake.tree.folder(name);
      const ids = Object.entries(folders).map(([title, files]) => {
        const id = title === '' ? root : fake.tree.folder(title, root);
        for (const file of files) fake.tree.file(`${file}.mp3`, id, anMp3(`${name} ${title} ${file}`));
        return id;
      });
      return { root, ids };
    },
    /** The drafts of these folders, in order. */
    draftsOf: (ids: string[]) =>
      db
        .select()
        .from(packages)
        .orderBy(asc(packages.orderIndex), asc(packages.id))
        .then((rows) => rows.filter(({ driveFolderId }) => ids.includes(driveFolderId?.split('#')[0] ?? ''))),
  };
}
