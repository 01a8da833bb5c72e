import { afterAll, expect, it } from 'vitest';
import { fakeDrive } from '#tests/fakes/drive.ts';
import { openDrive } from './drive-gateway.server.ts';
import { looksLikeAudio, scanFolder } from './scan.ts';

const fake = await fakeDrive({ pageLimit: 50 });
const drive = openDrive(fake.settings);
const { tree } = fake;
afterAll(() => fake.close());
const bytes = Buffer.from('ID3');
const scan = (id: string) => scanFolder(drive, { id, resourceKey: null });

it('CRP-10: walks sub-folders in natural order; documents and pictures are left out', async () => {
  const root = tree.folder('Acervo');
  const two = tree.folder('Pasta 2', root);
  const ten = tree.folder('Pasta 10', root);
  tree.file('b 10.mp3', root, bytes);
  tree.file('b 2.mp3', root, bytes);
  tree.file('Água.wav', root, bytes);
  tree.file('z.mp3', ten, bytes);
  tree.file('🎷 sax/solo.mp3', two, bytes);
  tree.document('Notas', root);
  tree.file('capa.jpg', two, bytes);
  const found = await scan(root);
  expect(found.files.map(({ name }) => name)).toEqual([
    'Água.wav',
    'b 2.mp3',
    'b 10.mp3',
    '🎷 sax/solo.mp3',
    'z.mp3',
  ]);
  expect(found.folders).toEqual([
    { id: root, name: 'Acervo', parentId: null, resourceKey: null },
    { id: two, name: 'Pasta 2', parentId: root, resourceKey: null },
    { id: ten, name: 'Pasta 10', parentId: root, resourceKey: null },
  ]);
  expect(found.files.at(-1)!.folderId).toBe(ten);
  expect(found.skipped).toBe(2);
});

it('B19: ignores what computers leave behind, as if it were not there', async () => {
  const root = tree.folder('Do Mac');
  const names = ['._Faixa 1.mp3', '.DS_Store', 'Thumbs.db', 'desktop.ini', 'Icon\r', 'ehthumbs.db'];
  for (const name of ['Faixa 1.mp3', '_Faixa 2.mp3', ...names]) tree.file(name, root, bytes);
  for (const name of ['__MACOSX', '@eaDir', '.AppleDouble'])
    tree.file('Faixa 1.mp3', tree.folder(name, root), bytes);
  const found = await scan(root);
  expect(found.files.map(({ name }) => name)).toEqual(['_Faixa 2.mp3', 'Faixa 1.mp3']);
  expect(found.folders).toHaveLength(1);
  expect(found.skipped).toBe(0);
});

it('CRP-10: takes each thing once, however shortcuts lead round', async () => {
  const root = tree.folder('Voltas');
  const inner = tree.folder('Dentro', root);
  const file = tree.file('única.mp3', inner, bytes);
  tree.shortcut('de volta', inner, root);
  tree.shortcut('a si mesma', root, root);
  tree.shortcut('também.mp3', root, file);
  tree.shortcut('quebrado.mp3', root, 'nao-existe-mais-nada');
  const found = await scan(root);
  expect(found.files.map(({ id }) => id)).toEqual([file]);
  expect(found.folders.map(({ name }) => name)).toEqual(['Voltas', 'Dentro']);
  expect(found.skipped).toBe(1);
});

it('takes a link to one file as that file alone', async () => {
  const file = tree.file('sozinha.mp3', tree.folder('Qualquer'), bytes);
  expect((await scan(file)).files).toMatchObject([{ id: file, folderId: file }]);
});

it('5,000 files in one folder are one listing of pages', async () => {
  const root = tree.folder('Cinco mil');
  for (let n = 5000; n >= 1; n--) tree.file(`Faixa ${n}.mp3`, root, bytes);
  const found = await scan(root);
  expect(found.files).toHaveLength(5000);
  expect(found.files[1]!.name).toBe('Faixa 2.mp3');
  expect(fake.count('list', root)).toBe(100);
});

it('refuses a folder without end', async () => {
  const root = tree.folder('Fundo');
  let at = root;
  for (let n = 0; n < 40; n++) at = tree.folder(`nível ${n}`, at);
  await expect(scan(root)).rejects.toMatchObject({ reason: 'too-much' });
});

it.each([
  ['audio/mpeg', 'x', true],
  ['application/octet-stream', 'Som.WAV', true],
  ['application/octet-stream', 'som.zip', false],
  ['application/vnd.google-apps.audio', 'som.mp3', false],
  ['image/jpeg', 'capa.mp3', false],
])('%s named %s may be audio: %s', (mimeType, name, expected) => {
  expect(looksLikeAudio({ mimeType, name })).toBe(expected);
});
