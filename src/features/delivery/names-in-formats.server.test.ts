import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseBuffer } from 'music-metadata';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Carried, tracks } from '#db/schema/catalog.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import { aPackage, aSubscriber } from '#tests/builders.ts';
import { aStoredTrack } from '#tests/bytes.ts';
import { missingProgram } from '#tests/programs.ts';
import { testSite } from '#tests/site.ts';
import { anMp3, aWav } from '#tests/sounds.ts';
import { unzip } from '#tests/zip.ts';
import { makeDelivery } from './make-delivery.server.ts';
import { orderDelivery } from './order-delivery.server.ts';
import { presets } from './presets.ts';
import { findDelivery } from './queries.server.ts';
import type { Recipe } from './recipe.ts';

const site = await testSite();
const { app, db, ask } = site;
const deps = { ...app, jobs: { send: async () => {} } };
const has = (program: string) => spawnSync(program, ['--version']).status === 0;
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-names-'));
afterAll(() => rm(folder, { recursive: true }));

let ana: Subscriber;
let cookie: string;
beforeAll(async () => {
  ana = await aSubscriber(db);
  cookie = await site.signIn(ana);
});

/** The delivered files of a package, and their lines on its page. */
async function deliver(packageId: string, recipe: Recipe) {
  const outcome = await orderDelivery(deps, ana, { source: 'package', sourceId: packageId }, recipe);
  if (!outcome.ok) throw new Error(outcome.reason);
  await makeDelivery(deps, outcome.id, new AbortController().signal);
  const response = await ask(`/preparar/${outcome.id}/zip`, { Cookie: cookie });
  const files = await unzip(Buffer.from(await response.arrayBuffer()));
  return { files, lines: (await findDelivery(db, ana, outcome.id))!.files };
}

const plain: Recipe = { ...presets.pasta.recipe, pattern: '{titulo}', isTagged: true };

/** Titles with every sign that some format reads as its own. */
const titles = [
  '#TBT Vinheta #2',
  '24/7 Rock',
  'Hora certa 12:00',
  'Sino "alto"',
  '100% hits, ao vivo; já',
  'Bom dia – ’São João’',
  '-10 dB',
  '=1+1',
  '@rádio [a] {b} \\c',
  '...E o vento levou',
];

describe('A-162: a title is text in every format', () => {
  let files: Map<string, Buffer>;
  let place: string;

  beforeAll(async () => {
    const pack = await aPackage(db, { kind: 'trilhas', title: 'Sinais; "todos", #1' });
    for (const [at, title] of titles.entries())
      await aStoredTrack(site, anMp3(`velho ${at}`), {
        packageId: pack.id,
        name: `${title}.mp3`,
        orderIndex: at,
        durationMs: 1000,
      });
    ({ files } = await deliver(pack.id, { ...plain, lists: ['lst', 'm3u8', 'pls', 'csv'], folder: '' }));
    place = await mkdtemp(join(folder, 'zip-'));
    for (const [name, bytes] of files) await writeFile(join(place, name), bytes);
  });
  const sounds = () => [...files.keys()].filter((name) => name.endsWith('.mp3'));
  const list = (kind: string) => [...files.keys()].find((name) => name.endsWith(`.${kind}`))!;

  it('of names in a ZIP: safe on every system, one each (yauzl)', () => {
    expect(sounds()).toHaveLength(titles.length);
    for (const name of sounds()) expect(name).toMatch(/^[^#=@.\s-][^#\\/:*?"<>|]*\.mp3$/);
    expect(sounds()).toContain('24_7 Rock.mp3');
    expect(sounds()).toContain('Bom dia – ’São João’.mp3');
  });

  it('of tags: as it was typed (music-metadata)', async () => {
    const read = await Promise.all(sounds().map((name) => parseBuffer(files.get(name)!, 'audio/mpeg')));
    expect(read.map(({ common }) => common.title)).toEqual(titles);
    expect(read[0]!.common.album).toBe('Sinais; "todos", #1');
  });

  it.skipIf(missingProgram('ffmpeg'))('of tags, for other players (ffprobe; skipped without it)', () => {
    const show = ['-v', 'error', '-show_entries', 'format_tags=title', '-of', 'json'];
    const said = sounds().map((name) =>
      JSON.parse(execFileSync('ffprobe', [...show, join(place, name)]).toString()),
    );
    expect(said.map(({ format }) => format.tags.title)).toEqual(titles);
  });

  /** Paths and titles of a list as Liquidsoap reads them. */
  function liquidsoap(kind: string): string[][] {
    const script = `settings.init.allow_root.set(true)
      list.iter(fun (x) -> print("line:#{snd(x)}|#{fst(x)}"), playlist.parse(path="${place}/", "${join(place, list(kind))}"))
      exit(0)`;
    const { stdout } = spawnSync('liquidsoap', [script], { encoding: 'utf8', timeout: 60_000 });
    return [...stdout.matchAll(/^line:(.*?)\|(.*)$/gm)].map(([, path = '', tags = '']) => [
      basename(path),
      tags,
    ]);
  }

  it.skipIf(!has('liquidsoap'))('B20: of lines of M3U8 and PLS (Liquidsoap; skipped without it)', () => {
    expect(liquidsoap('m3u8').map(([name]) => name)).toEqual(sounds());
    expect(liquidsoap('pls').map(([name]) => name)).toEqual(sounds());
    expect(liquidsoap('m3u8').map(([, tags]) => tags)).toEqual(
      // Of 'artist - title' it takes a dash at the beginning for the one between them.
      titles.map((title) => expect.stringContaining(JSON.stringify(title.replace(/^-/, '')))),
    );
  });

  it.skipIf(!has('python3'))('of cells of a CSV (Python; skipped without it)', () => {
    const script =
      "import csv,json,sys; print(json.dumps(list(csv.reader(open(sys.argv[1], encoding='utf-8-sig', newline=''), delimiter=';'))))";
    const [head, ...rows] = JSON.parse(
      execFileSync('python3', ['-c', script, join(place, list('csv'))]).toString(),
    ) as string[][];
    const column = (name: string) => rows.map((row) => row[head!.indexOf(name)]);
    expect(column('Arquivo')).toEqual(sounds());
    expect(column('Caminho')).toEqual(sounds());
    // A spreadsheet shows what follows the apostrophe, and does not compute it.
    expect(column('Título')).toEqual(titles.map((title) => (/^[-=@]/.test(title) ? `'${title}` : title)));
  });

  it('of lines of ZaraRadio: milliseconds, a tab, the name in Windows-1252', () => {
    const lines = new TextDecoder('windows-1252')
      .decode(files.get(list('lst')))
      .trimEnd()
      .split('\r\n');
    expect(lines).toEqual([String(titles.length), ...sounds().map(() => expect.stringMatching(/^\d+\t/))]);
    expect(lines.slice(1).map((line) => line.split('\t')[1])).toEqual(sounds());
  });
});

/** A chunk of a WAV. */
function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** A WAV with chunks behind its samples, as editors write them. */
function withChunks(wav: Buffer, ...chunks: Buffer[]): Buffer {
  const all = Buffer.concat([wav, ...chunks]);
  all.writeUInt32LE(all.length - 8, 4);
  return all;
}

describe('what came with a file that is delivered as it is', () => {
  // A point at its first second: id, place in the list, chunk, three offsets.
  const cue = chunk(
    'cue ',
    Buffer.from('\x01\0\0\0\x01\0\0\0\0\0\0\0data\0\0\0\0\0\0\0\0\x44\xac\0\0', 'latin1'),
  );
  const labels = chunk('LIST', Buffer.from('adtllabl\x09\0\0\0\x01\0\0\0fala\0\0', 'latin1'));
  const umid = Buffer.alloc(64, 0x2a);
  const bext = Buffer.alloc(602);
  bext.write('Entrevista do estúdio B', 'latin1');
  bext.writeUInt32LE(158_760_000, 338);
  bext.writeUInt16LE(1, 346);
  umid.copy(bext, 348);
  const history = 'A=ANALOGUE,M=mono,T=Studer\r\nA=PCM,F=44100,W=16\r\n';
  const oldBext = chunk('bext', Buffer.concat([bext, Buffer.from(history, 'latin1')]));
  const info = chunk('LIST', Buffer.from('INFOINAM\x06\0\0\0Velho\0', 'latin1'));
  const carried: Carried = {
    parts: ['cue-points', 'labels', 'bext', 'cart', 'ape-tag'],
    points: [],
    cues: null,
  };

  async function original(recipe: Recipe, given: Partial<typeof tracks.$inferInsert> = {}) {
    const pack = await aPackage(db, { kind: 'trilhas', title: 'Arquivo' });
    const bytes = withChunks(aWav(440), oldBext, chunk('cart', Buffer.alloc(2048)), info, cue, labels);
    const facts = { mime: 'audio/wav', durationMs: 1000, loudnessLufs: -23.4, truePeakDb: -3.5, carried };
    await aStoredTrack(site, bytes, {
      packageId: pack.id,
      name: 'Fala – “abertura”.wav',
      ...facts,
      ...given,
    });
    const { files, lines } = await deliver(pack.id, recipe);
    return { bytes: [...files].find(([name]) => name.endsWith('.wav'))![1], line: lines[0]!, files };
  }

  it('F04: keeps cue points, labels, time, UMID and history; the loudness is written; the rest is told', async () => {
    const { bytes, line, files } = await original({ ...plain, lists: ['csv', 'm3u8', 'pls'] });
    expect(bytes.includes(cue) && bytes.includes(labels)).toBe(true);
    expect(bytes.includes(info)).toBe(false);
    const at = bytes.indexOf('bext') + 8;
    expect(bytes.subarray(at + 348, at + 412).equals(umid)).toBe(true);
    expect(bytes.readUInt32LE(at + 338)).toBe(158_760_000);
    expect(bytes.toString('latin1', at + 602, at + 602 + history.length)).toBe(history);
    expect(bytes.readUInt16LE(at + 346), 'version').toBe(2);
    expect(bytes.readInt16LE(at + 412), 'loudness').toBe(-2340);
    expect(bytes.readInt16LE(at + 416), 'true peak').toBe(-350);
    expect(line).toMatchObject({
      loudnessLufs: -23.4,
      truePeakDb: -3.5,
      notes: ['lost-bext', 'lost-cart', 'lost-ape-tag'],
    });
    expect(files.get('Arquivo.m3u8')!.toString().split('\r\n')).toHaveLength(4);
    expect(files.get('Arquivo.pls')!.toString()).not.toContain('bext');
    const [head = '', row = ''] = files.get('Arquivo.csv')!.toString().split('\r\n');
    expect(head.split(';').slice(-4)).toEqual(['LUFS', 'Pico (dBTP)', 'Caminho', 'Observações']);
    expect(row.split(';').slice(-4)).toEqual([
      '-23,4',
      '-3,5',
      expect.stringContaining('Fala'),
      expect.stringMatching(/“bext”.*“cart”.*APE/),
    ]);
  });

  it.skipIf(missingProgram('ffmpeg'))(
    'F04: is read from the file itself (skipped without ffmpeg)',
    async () => {
      const { line } = await original(plain, { durationMs: null, carried: null });
      expect(line.notes).toEqual(['lost-bext', 'lost-cart']);
      const converted = await original({ ...plain, format: 'wav', levelLufs: -20 }, { durationMs: null });
      expect(converted.line.notes).toContain('lost-cue-points');
    },
  );

  it('F06: bext and cart hold no control characters of Latin-1', async () => {
    const { bytes } = await original(plain);
    const [bextAt, cartAt] = [bytes.indexOf('bext') + 8, bytes.indexOf('cart') + 8];
    expect(bytes.toString('latin1', bextAt, bextAt + 28)).toBe('Fala - "abertura" (Arquivo)\0');
    expect(bytes.toString('latin1', cartAt + 4, cartAt + 22)).toBe('Fala - "abertura"\0');
  });

  it.skipIf(missingProgram('ffmpeg'))(
    'F06: is the description that others show (ffprobe; skipped without it)',
    async () => {
      const { bytes } = await original(plain);
      const path = join(folder, 'bext.wav');
      await writeFile(path, bytes);
      const show = ['-v', 'error', '-show_entries', 'format_tags:format=duration', '-of', 'json', path];
      const { format } = JSON.parse(execFileSync('ffprobe', show).toString());
      expect(format.tags).toMatchObject({
        comment: 'Fala - "abertura" (Arquivo)',
        time_reference: '158760000',
      });
      expect(Number(format.duration)).toBeCloseTo(1, 2);
    },
  );

  it('tells nothing where nothing is replaced', async () => {
    const { bytes, line } = await original({ ...plain, isTagged: false });
    expect(line).toMatchObject({ loudnessLufs: -23.4, notes: [] });
    expect(bytes.includes(oldBext)).toBe(true);
  });

  it('B16: an MP3 has our tags alone (music-metadata)', async () => {
    const pack = await aPackage(db, { kind: 'trilhas', title: 'Duas' });
    const last = Buffer.concat([Buffer.from('TAGVelha', 'latin1'), Buffer.alloc(120)]);
    const bytes = Buffer.concat([anMp3('Primeira'), last]);
    const tag = anMp3('Segunda');
    const tagged = Buffer.concat([tag.subarray(0, tagBytes(tag)), bytes]);
    await aStoredTrack(site, tagged, { packageId: pack.id, name: 'Nova.mp3', durationMs: 1000 });
    const { files } = await deliver(pack.id, plain);
    const made = files.get('Nova.mp3')!;
    for (const old of ['Primeira', 'Segunda', 'Velha']) expect(made.includes(old), old).toBe(false);
    expect(made.toString('latin1').split('ID3').length - 1).toBe(1);
    expect((await parseBuffer(made, 'audio/mpeg')).common.title).toBe('Nova');
  });
});

const tagBytes = (bytes: Buffer): number =>
  10 + bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + byte, 0);

it('nothing failed unseen', () => expect(site.bugs).toEqual([]));
