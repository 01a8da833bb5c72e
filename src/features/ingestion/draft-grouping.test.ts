import { describe, expect, it } from 'vitest';
import { aScan } from '#tests/scans.ts';
import { filesOfKey, groupScan, seriesOf } from './draft-grouping.ts';

const shown = (paths: string[], root?: string) =>
  groupScan(aScan(paths, root)).map(({ key, name, files }) => [key, name, files.map((file) => file.name)]);

describe('groupScan', () => {
  it('CRP-08: each folder with audio is a package, in natural order, files too', () => {
    expect(
      shown(['Natal 10/b.mp3', 'Natal 2/Faixa 10.mp3', 'Natal 2/Faixa 9.mp3', 'Vazia/Junina/Fogueira.wav']),
    ).toEqual([
      ['Natal 2', 'Natal 2', ['Faixa 9.mp3', 'Faixa 10.mp3']],
      ['Natal 10', 'Natal 10', ['b.mp3']],
      ['Vazia/Junina', 'Junina', ['Fogueira.wav']],
    ]);
  });

  it.each([
    {
      title: 'loose files are one package, called as the folder',
      paths: ['a.mp3', 'b.mp3'],
      found: [['root', 2]],
    },
    {
      title: 'several series are several',
      paths: ['Natal 01.mp3', 'Natal 02.mp3', 'Junina_01.mp3', 'Junina_02.mp3'],
      found: [
        ['root#junina', 2],
        ['root#natal', 2],
      ],
    },
    {
      title: 'numbers in front are no series',
      paths: [
        '01 - Natal - Sinos.mp3',
        '02 - Natal - Trenó.mp3',
        '03 - Junina - Fogueira.mp3',
        '04 - Junina - Balão.mp3',
      ],
      found: [
        ['root#junina', 2],
        ['root#natal', 2],
      ],
    },
    { title: 'numbers alone are none', paths: ['01.mp3', '02.mp3', '03.mp3'], found: [['root', 3]] },
    {
      title: 'one series is the folder',
      paths: ['Natal 01.mp3', 'Natal 02.mp3', 'Natal 03.mp3'],
      found: [['root', 3]],
    },
    {
      title: 'a single one between them is in the folder’s own',
      paths: ['a_1.mp3', 'a_2.mp3', 'a_3.mp3', 'bb_1.mp3', 'bb_2.mp3', 'outra.mp3'].map((name) => `x${name}`),
      found: [
        ['root', 1],
        ['root#xa', 3],
        ['root#xbb', 2],
      ],
    },
    {
      title: 'few of many are not clear',
      paths: ['a - 1.mp3', 'a - 2.mp3', 'b - 1.mp3', 'b - 2.mp3', 'c.mp3', 'd.mp3', 'e.mp3', 'f.mp3'],
      found: [['root', 8]],
    },
    { title: 'nothing is nothing', paths: [], found: [] },
  ])('$title', ({ paths, found }) => {
    expect(groupScan(aScan(paths)).map(({ key, files }) => [key, files.length])).toEqual(found);
  });

  it('folders that say nothing take the name above along', () => {
    expect(shown(['Natal/CD 2/a.mp3', 'Natal/MP3/b.mp3', 'Junina/01/a.mp3']).map(([, name]) => name)).toEqual(
      ['Junina – 01', 'Natal – CD 2', 'Natal – MP3'],
    );
    const kinds = shown(['Efeito-Porta.mp3', 'Efeito-Sino.mp3', 'Trilha-Lua.mp3', 'Trilha-Sol.mp3']);
    expect(kinds.map(([key, name]) => [key, name])).toEqual([
      ['root#efeito', 'Efeito – Rádio'],
      ['root#trilha', 'Trilha – Rádio'],
    ]);
  });

  it('a folder that lies in itself is seen once', () => {
    const scan = aScan(['A/x.mp3']);
    scan.folders.push({ id: 'laço', name: 'Laço', parentId: 'laço', resourceKey: null });
    scan.files.push({ ...scan.files[0]!, id: 'z', folderId: 'laço' });
    expect(groupScan(scan).map(({ path }) => path)).toEqual([['Laço'], ['Rádio', 'A']]);
  });
});

it.each([
  ['Natal 01.mp3', 'Natal'],
  ['01 - Natal - Sinos.mp3', 'Natal'],
  ['trilha-lounge-madrugada.mp3', 'trilha'],
  ['Natal_sinos_v2.wav', 'Natal'],
  ['Natal (3).mp3', 'Natal'],
  ['007.mp3', ''],
  ['Bom Dia.mp3', 'Bom Dia'],
])('%s is of the series “%s”', (name, series) => expect(seriesOf(name)).toBe(series));

it('a package that was a draft has the files of its own folder and series, old and new', () => {
  const scan = aScan([
    'Natal 1.mp3',
    'Natal 2.mp3',
    'Junina 1.mp3',
    'Avulsa.mp3',
    'CD 2/x.mp3',
    'CD 2/Mais/y.mp3',
  ]);
  const names = (key: string, ...others: string[]) => filesOfKey(scan, key, others).map(({ name }) => name);
  expect(names('root#natal', 'root#junina')).toEqual(['Natal 1.mp3', 'Natal 2.mp3']);
  expect(names('root', 'root#natal', 'root#junina', 'CD 2')).toEqual(['Avulsa.mp3']);
  expect(names('root')).toHaveLength(4);
  expect(names('CD 2', 'root', 'CD 2/Mais')).toEqual(['x.mp3']);
});
