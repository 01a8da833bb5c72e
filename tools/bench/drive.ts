import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { elementAt } from '#platform/elements.ts';
import { fakeDrive } from '#tests/fakes/drive.ts';
import { anMp3 } from '#tests/sounds.ts';

/** Input of the thread, and its message once it listens. */
export interface DriveOrder {
  root: string;
  fileCount: number;
}
export interface OpenDrive {
  settings: Record<string, string>;
  link: string;
}

/** A stand-in of Drive in its own thread, so that it does not delay the measurement. */
const { root, fileCount } = workerData as DriveOrder;
const fake = await fakeDrive({ apiKey: 'chave-de-medida' });
const folder = fake.tree.folder('Mil efeitos');
const audio = join(root, 'demo/audio');
const sounds = readdirSync(audio).filter((name) => name.startsWith('efeito-'));
for (let n = 0; n < fileCount; n++) {
  const name = elementAt(sounds, n % sounds.length);
  // A title of its own makes each one a different file.
  const title = anMp3(`${name} ${n}`, 0).subarray(0, 10 + 10 + 1 + Buffer.byteLength(`${name} ${n}`));
  fake.tree.file(`Efeito ${n}.mp3`, folder, Buffer.concat([title, readFileSync(join(audio, name))]));
}
parentPort?.postMessage({ settings: fake.settings, link: fake.linkOf(folder) } satisfies OpenDrive);
