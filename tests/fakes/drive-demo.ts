import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fakeDrive } from './drive.ts';

/** Constant, so that its URL can be kept. */
export const demoFolderId = '1SonotecaPastaDeDemonstracao';

interface DemoPackages {
  packages: { category: string; title: string; tracks: [file: string, name: string][] }[];
}

/** The stand-in of Drive with the demo audio, for `npm run dev`. The settings point the site to it. */
export async function demoDrive(options: { port: number; folder: string }) {
  const fake = await fakeDrive({ port: options.port, apiKey: 'chave-de-demonstracao' });
  const { tree } = fake;
  const { packages } = JSON.parse(
    readFileSync(join(options.folder, 'packages.json'), 'utf8'),
  ) as DemoPackages;
  const root = tree.folder('Acervo de demonstração', null, { id: demoFolderId });
  for (const { title, tracks } of packages) {
    const folder = tree.folder(title, root);
    for (const [file, name] of tracks) {
      tree.file(name, folder, { path: join(options.folder, 'audio', file) });
    }
  }
  tree.document('Como usamos estas pastas', root);
  return {
    settings: { ...fake.settings, GOOGLE_DRIVE_DEMO_LINK: fake.linkOf(root) },
    stop: () => fake.close(),
  };
}
