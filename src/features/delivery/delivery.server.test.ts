import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { parseBuffer } from 'music-metadata';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tracks } from '#db/schema/catalog.ts';
import { deliveries, deliveryFiles, deliveryResults } from '#db/schema/delivery.ts';
import { downloads } from '#db/schema/downloads.ts';
import { licences } from '#db/schema/licences.ts';
import { subscriptions } from '#db/schema/subscriptions.ts';
import { setCues } from '#features/cues/set-cues.server.ts';
import { withdrawLicence } from '#features/licences/withdraw-licence.server.ts';
import { measureSound } from '#features/media/measuring/gateway.server.ts';
import { saveSection } from '#features/site/save-section.server.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import { anAdmin, aPackage, aSubscriber } from '#tests/builders.ts';
import { aStoredTrack, refusalOf } from '#tests/bytes.ts';
import { missingProgram } from '#tests/programs.ts';
import { testSite } from '#tests/site.ts';
import { anMp3 } from '#tests/sounds.ts';
import { unzip } from '#tests/zip.ts';
import { makeRoom } from './keep-results.server.ts';
import { layOutDelivery } from './lay-out-zip.server.ts';
import { makeDelivery } from './make-delivery.server.ts';
import { orderDelivery, retryDelivery } from './order-delivery.server.ts';
import { presets } from './presets.ts';
import { findDelivery, findRecipe } from './queries.server.ts';
import type { Recipe } from './recipe.ts';

const site = await testSite();
const { app, db, ask } = site;
const jobs = { send: async () => {} };
const deps = { ...app, jobs };
const signal = new AbortController().signal;
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-delivery-'));
afterAll(() => rm(folder, { recursive: true }));

/** A sound made by ffmpeg. */
async function made(name: string, source: string, filter = 'anull'): Promise<Buffer> {
  const path = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, '-af', filter, '-ac', '2', path]);
  return readFile(path);
}

const quiet = 'sine=440:d=6:r=48000';
const loud = 'anoisesrc=d=6:a=0.9:c=pink:r=44100:seed=1';

interface Judged {
  seconds: number;
  codec: string;
  rate: number;
  lufs: number;
  peak: number;
  tags: Record<string, string>;
}

/** What ffprobe and ebur128 say of a file. */
async function judge(bytes: Buffer, name: string): Promise<Judged> {
  const path = join(folder, name.replace(/[^\w.]/g, '_'));
  await writeFile(path, bytes);
  const asked = ['-show_entries', 'format=duration:format_tags:stream=codec_name,sample_rate', '-of', 'json'];
  const said = JSON.parse(execFileSync('ffprobe', ['-v', 'error', ...asked, path]).toString());
  const heard = spawnSync('ffmpeg', ['-nostats', '-i', path, '-af', 'ebur128=peak=true', '-f', 'null', '-']);
  const summary = heard.stderr.toString().split('Summary:').at(-1)!;
  return {
    seconds: Number(said.format.duration),
    codec: said.streams[0].codec_name,
    rate: Number(said.streams[0].sample_rate),
    lufs: Number(/I:\s+(\S+) LUFS/.exec(summary)![1]),
    peak: Number(/Peak:\s+(\S+) dBFS/.exec(summary)![1]),
    tags: said.format.tags ?? {},
  };
}

let ana: Subscriber;
let cookie: string;
beforeAll(async () => {
  ana = await aSubscriber(db);
  cookie = await site.signIn(ana);
});

const zararadio = presets.zararadio.recipe;

/** The timers of a cart chunk, in milliseconds. */
function timersIn(cart: Buffer): Map<string, number> {
  const timers = new Map<string, number>();
  for (let at = 684; at < 748; at += 8) timers.set(textIn(cart, at, 4), cart.readUInt32LE(at + 4) / 44.1);
  return timers;
}

/** Orders a package's preparation, and makes it. */
async function prepare(packageId: string, recipe: Recipe, who = ana, given = deps) {
  const outcome = await orderDelivery(given, who, { source: 'package', sourceId: packageId }, recipe);
  if (!outcome.ok) throw new Error(outcome.reason);
  await makeDelivery(given, outcome.id, signal);
  return (await findDelivery(db, who, outcome.id))!;
}

async function fetchZip(id: string, headers: Record<string, string> = {}) {
  const response = await ask(`/preparar/${id}/zip`, { Cookie: cookie, ...headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The chunks of a WAV by name. */
function riff(bytes: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)).toBe('RIFFWAVE');
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
  for (let at = 12; at < bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    chunks.set(bytes.toString('latin1', at, at + 4), bytes.subarray(at + 8, at + 8 + size));
    at += 8 + size + (size % 2);
  }
  return chunks;
}

const textIn = (bytes: Buffer, from: number, length: number): string =>
  bytes.toString('latin1', from, from + length).replace(/\0+$/, '');

describe.skipIf(missingProgram('ffmpeg'))(
  'a delivery with ffmpeg (skipped where it is not installed)',
  () => {
    let packageId: string;
    let id: string;

    beforeAll(async () => {
      const pack = await aPackage(db, { kind: 'trilhas', title: 'Natal na praça' });
      packageId = pack.id;
      const sounds = [
        ['Sino "alto".wav', await made('quiet.wav', quiet, 'volume=-18dB,adelay=700:all=1,apad=pad_dur=1')],
        ['Coração.wav', await made('loud.wav', loud, 'tremolo=f=2:d=0.9')],
      ] as const;
      const { cues } = await measureSound(join(folder, 'quiet.wav'), 'wav');
      for (const [at, [name, bytes]] of sounds.entries()) {
        const facts = { mime: 'audio/wav', orderIndex: at, tempoBpm: 120, ...(at === 0 && { cues }) };
        await aStoredTrack(site, bytes, { packageId, name, durationMs: 7700, ...facts });
      }
      const recipe: Recipe = {
        ...zararadio,
        lengthMs: 5000,
        fadeMs: 500,
        folder: 'C:\\Radio\\Natal',
        lists: ['lst', 'm3u8', 'pls', 'csv'],
      };
      ({ id } = await prepare(packageId, recipe));
    });

    it('A-119: reaches level, length and format as ffprobe and ebur128 measure them', async () => {
      const files = await unzip((await fetchZip(id)).bytes);
      for (const name of ['01 Sino _alto_.mp3', '02 Coração.mp3']) {
        const heard = await judge(files.get(name)!, name);
        expect(heard, name).toMatchObject({ codec: 'mp3', rate: 44_100 });
        expect(Math.abs(heard.lufs + 16), name).toBeLessThanOrEqual(0.5);
        expect(heard.peak, name).toBeLessThanOrEqual(-1);
        expect(Math.abs(heard.seconds - 5), name).toBeLessThanOrEqual(0.02);
      }
    });

    it('A-120: lists every file below its folder, as each program reads it', async () => {
      const files = await unzip((await fetchZip(id)).bytes);
      const lst = new TextDecoder('windows-1252').decode(files.get('Natal_na_praca.lst'));
      const [count, ...lines] = lst.split('\r\n');
      expect(count).toBe('2');
      expect(lines.at(-1)).toBe('');
      for (const line of lines.slice(0, 2)) {
        const [ms, path = ''] = line.split('\t');
        const bytes = files.get(path.replace('C:\\Radio\\Natal\\', ''))!;
        const { seconds } = await judge(bytes, 'listed.mp3');
        expect(Math.abs(Number(ms) - seconds * 1000)).toBeLessThanOrEqual(50);
      }
      const path = 'C:\\Radio\\Natal\\02 Coração.mp3';
      expect(files.get('Natal_na_praca.m3u8')!.toString()).toContain(`#EXTINF:5,Coração\r\n${path}\r\n`);
      expect(files.get('Natal_na_praca.pls')!.toString()).toContain(`File2=${path}\r\n`);
      expect(files.get('Natal_na_praca.csv')!.toString()).toContain(`Coração;Natal na praça;`);
    });

    it('A-121: has tags, a licence with the hashes of what is delivered, and counts as downloads', async () => {
      const [delivery] = await db.select().from(deliveries).where(eq(deliveries.id, id));
      const counted = () => db.$count(downloads, eq(downloads.licenceId, delivery!.licenceId));
      const before = await counted();
      const files = await unzip((await fetchZip(id)).bytes);
      expect(await counted()).toBe(before + 2);
      const { common, native } = await parseBuffer(files.get('02 Coração.mp3')!, 'audio/mpeg');
      expect(common).toMatchObject({ title: 'Coração', album: 'Natal na praça', bpm: 120 });
      expect(native['ID3v2.3']).toContainEqual({ id: 'TXXX:LICENCA', value: delivery!.licenceId });
      const [licence] = await db.select().from(licences).where(eq(licences.id, delivery!.licenceId));
      const hashes = ['01 Sino _alto_.mp3', '02 Coração.mp3'].map((name) =>
        createHash('sha256').update(files.get(name)!).digest('hex'),
      );
      expect(licence!.tracks.map(({ sha256 }) => sha256)).toEqual(hashes);
      expect(files.get('LICENCA.txt')!.toString()).toContain(hashes[0]);
      expect(files.get('LICENCA.pdf')!.toString('latin1', 0, 5)).toBe('%PDF-');
    });

    it('gives originals new tags in place of their old ones, and says which keep theirs', async () => {
      const pack = await aPackage(db, { kind: 'trilhas', title: 'Como está' });
      const types = { wav: 'audio/wav', flac: 'audio/flac', ogg: 'audio/ogg' };
      const samples = (bytes: Buffer) =>
        execFileSync('ffmpeg', ['-v', 'error', '-i', '-', '-f', 's24le', '-'], { input: bytes });
      const originals = new Map<string, Buffer>();
      for (const [at, [type, mime]] of Object.entries(types).entries()) {
        const path = join(folder, `velho.${type}`);
        const old = ['-metadata', 'title=Velho', ...(type === 'wav' ? ['-c:a', 'pcm_s24le'] : [])];
        execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', quiet, ...old, path]);
        const bytes = await readFile(path);
        const tail = type === 'wav' ? Buffer.from('LIST\x04\0\0\0INFO', 'latin1') : Buffer.alloc(0);
        const name = `Novo ${type}.${type}`;
        originals.set(name, bytes);
        await aStoredTrack(site, Buffer.concat([bytes, tail]), {
          packageId: pack.id,
          name,
          mime,
          orderIndex: at,
        });
      }
      const { id: own, files: lines } = await prepare(pack.id, { ...presets.pasta.recipe, isTagged: true });
      expect(lines.map(({ notes }) => notes)).toEqual([[], [], ['no-tags']]);
      const files = await unzip((await fetchZip(own)).bytes);
      for (const [name, bytes] of originals)
        expect(samples(files.get(name)!).equals(samples(bytes)), name).toBe(true);
      const chunks = riff(files.get('Novo wav.wav')!);
      expect([...chunks.keys()]).toEqual(['fmt ', 'bext', 'cart', 'data']);
      expect(textIn(chunks.get('bext')!, 602, 40)).toBe('A=PCM,F=48000,W=24\r\n');
      expect((await judge(files.get('Novo flac.flac')!, 'novo.flac')).tags).toMatchObject({
        TITLE: 'Novo flac',
      });
    });

    it('goes on where a download broke off, and is for its owner only', async () => {
      const { response, bytes } = await fetchZip(id);
      expect(response.headers.get('content-length')).toBe(String(bytes.length));
      const etag = response.headers.get('etag')!;
      for (const start of [1, 5000, bytes.length - 30]) {
        const rest = await fetchZip(id, { Range: `bytes=${start}-`, 'If-Range': etag });
        expect(rest.response.status).toBe(206);
        expect(rest.bytes.equals(bytes.subarray(start))).toBe(true);
      }
      const other = await site.signIn(await aSubscriber(db));
      expect(await refusalOf(await ask(`/preparar/${id}/zip`, { Cookie: other }))).toEqual([
        404,
        'not-found',
      ]);
      expect(await refusalOf(await ask(`/preparar/${id}/zip`))).toEqual([401, 'unauthenticated']);
    });

    it('is made of kept results the second time, for another account too', async () => {
      const recipe = (await findRecipe(db, ana))!;
      const bia = await aSubscriber(db);
      const made = await db.$count(deliveryResults);
      const outcome = await orderDelivery(deps, bia, { source: 'package', sourceId: packageId }, recipe);
      if (!outcome.ok) throw new Error(outcome.reason);
      const without = { ...deps, settings: { ...app.settings, FFMPEG_PATH: '/nowhere' } };
      await makeDelivery(without, outcome.id, signal);
      expect(await findDelivery(db, bia, outcome.id)).toMatchObject({ status: 'ready', done: 2, failed: 0 });
      expect(await db.$count(deliveryResults)).toBe(made);
    });

    it('A-122: a WAV has bext and cart with its cue points, and what is silent at its ends is gone', async () => {
      const recipe: Recipe = { ...presets.rivendell.recipe, levelLufs: -23, folder: '' };
      const { id: wav } = await prepare(packageId, recipe);
      const files = await unzip((await fetchZip(wav)).bytes);
      const bytes = files.get('01 Sino _alto_.wav')!;
      const heard = await judge(bytes, 'cart.wav');
      expect(heard).toMatchObject({ codec: 'pcm_s16le', rate: 44_100 });
      expect(Math.abs(heard.lufs + 23)).toBeLessThanOrEqual(0.5);
      expect(Math.abs(heard.seconds - 6)).toBeLessThanOrEqual(0.02);
      const chunks = riff(bytes);
      const [bext, cart] = [chunks.get('bext')!, chunks.get('cart')!];
      expect(textIn(bext, 0, 256)).toBe('Sino "alto" (Natal na praça)');
      expect(bext.readInt16LE(412) / 100).toBeCloseTo(heard.lufs, 0);
      expect(cart.length).toBe(2048);
      expect(textIn(cart, 0, 4)).toBe('0101');
      expect(textIn(cart, 4, 64)).toBe('Sino "alto"');
      expect(textIn(cart, 260, 64)).toBe('Trilhas');
      expect(timersIn(cart).get('AUDs')).toBeLessThanOrEqual(10);
      expect(Math.abs(timersIn(cart).get('AUDe')! - heard.seconds * 1000)).toBeLessThanOrEqual(10);
    });

    it('A-133: has the account’s own cue points in the cart and the list, moved with what was cut', async () => {
      const [sound] = await db
        .select()
        .from(tracks)
        .where(eq(tracks.packageId, packageId))
        .orderBy(tracks.orderIndex);
      const points = { startMs: 1200, introMs: 3200, endMs: 6000 };
      expect(await setCues(app, ana, { trackId: sound!.id, points, seen: null })).toMatchObject({ ok: true });
      const recipe: Recipe = { ...presets.rivendell.recipe, levelLufs: -23, folder: '' };
      const { id: own } = await prepare(packageId, recipe);
      await setCues(app, ana, { trackId: sound!.id, points: null, seen: null });
      const files = await unzip((await fetchZip(own)).bytes);
      const timers = timersIn(riff(files.get('01 Sino _alto_.wav')!).get('cart')!);
      // Of 700 ms of silence, up to 10 ms are left or taken too much.
      for (const [name, ms] of [
        ['AUDs', 500],
        ['INTe', 2500],
        ['AUDe', 5300],
      ] as const)
        expect(Math.abs(timers.get(name)! - ms), name).toBeLessThanOrEqual(10);
      const [head, first, second] = files.get('Natal_na_praca.csv')!.toString().split('\r\n');
      expect(head).toContain('Duração (s);Início (s);Intro (s);Fim (s);BPM');
      expect(first).toMatch(/;(0,49\d?|0,5\d*);2,(49|5)\d*;5,(29|3)\d*;120;/);
      expect(second, 'no points, no numbers').toMatch(/;6;;;;120;/);
    });

    it('A-123: what is kept stays within its share of the disk; what went is made again', async () => {
      const small = { ...deps, settings: { ...app.settings, DELIVERY_QUOTA_BYTES: 1 } };
      expect(await makeRoom(small)).toBeGreaterThan(0);
      expect(await db.$count(deliveryResults)).toBe(0);
      expect(await refusalOf(await ask(`/preparar/${id}/zip`, { Cookie: cookie }))).toEqual([
        409,
        'conflict',
      ]);
      expect(await retryDelivery(deps, ana, id)).toEqual({ ok: true });
      await makeDelivery(deps, id, signal);
      expect((await fetchZip(id)).response.status).toBe(200);
    });
  },
);

describe('a delivery without ffmpeg', () => {
  const without = { ...deps, settings: { ...app.settings, FFMPEG_PATH: '/nowhere' } };
  const plain: Recipe = {
    ...presets.pasta.recipe,
    pattern: '{ordem} {titulo}',
    lists: ['m3u8'],
    folder: '/radio',
  };

  it('has names, lists and the tags of MP3s; the sound is untouched', async () => {
    const pack = await aPackage(db, { kind: 'trilhas', title: 'Simples' });
    const sound = anMp3('nome velho');
    await aStoredTrack(site, sound, { packageId: pack.id, name: 'con.mp3' });
    const refused = await orderDelivery(without, ana, { source: 'package', sourceId: pack.id }, zararadio);
    expect(refused).toEqual({ ok: false, reason: 'no-ffmpeg' });
    const { id } = await prepare(pack.id, plain, ana, without);
    const files = await unzip((await fetchZip(id)).bytes);
    const bytes = files.get('01 con.mp3')!;
    expect((await parseBuffer(bytes, 'audio/mpeg')).common.title).toBe('con');
    expect(bytes.subarray(-sound.length / 2).equals(sound.subarray(-sound.length / 2))).toBe(true);
    expect(files.get('Simples.m3u8')!.toString()).toContain('/radio/01 con.mp3\r\n');
  });

  it('its tags name the text of the licence that it issues, however often a worker dies meanwhile', async () => {
    const admin = await anAdmin(db);
    const pack = await aPackage(db, { kind: 'trilhas', title: 'Licenciada' });
    for (const [orderIndex, name] of ['Um.mp3', 'Dois.mp3'].entries())
      await aStoredTrack(site, anMp3(name), { packageId: pack.id, mime: 'audio/mpeg', name, orderIndex });
    const edit = (version: number) =>
      saveSection(
        app,
        admin,
        { section: 'license', content: { text: `Texto ${version}` }, version },
        new Date(),
      );
    const versionsOf = async (deliveryId: string, licenceId: string) => {
      const [licence] = await db.select().from(licences).where(eq(licences.id, licenceId));
      const zip = await unzip((await fetchZip(deliveryId)).bytes);
      const sounds = [...zip].filter(([name]) => name.endsWith('.mp3'));
      const tags = await Promise.all(sounds.map(([, bytes]) => parseBuffer(bytes, 'audio/mpeg')));
      const named = tags.map(({ native }) =>
        native['ID3v2.3']?.find(({ id }) => id === 'TXXX:LICENCA_VERSAO'),
      );
      return [licence!.licenceVersion, ...named.map((tag) => tag?.value)];
    };

    let editing: ReturnType<typeof edit> | undefined;
    const stat: typeof app.storage.stat = async (key) => {
      editing ??= edit(0);
      expect(await editing).toMatchObject({ ok: true });
      return app.storage.stat(key);
    };
    const edited = { ...without, storage: { ...app.storage, stat } };
    const { id } = await prepare(pack.id, plain, ana, edited);
    const [delivery] = await db.select().from(deliveries).where(eq(deliveries.id, id));
    expect(await versionsOf(id, delivery!.licenceId)).toEqual(['1', '1', '1']);

    // A worker died after the first file, and the text was changed before the next one went on.
    await retryDelivery(without, ana, id);
    await makeDelivery(without, id, signal);
    const [again] = await db.select().from(deliveries).where(eq(deliveries.id, id));
    await db.delete(licences).where(eq(licences.id, again!.licenceId));
    await db.update(deliveries).set({ status: 'making' }).where(eq(deliveries.id, id));
    const second = and(eq(deliveryFiles.deliveryId, id), eq(deliveryFiles.position, 2));
    const left = await db.update(deliveryFiles).set({ status: 'waiting' }).where(second).returning();
    expect(left).toHaveLength(1);
    expect((await edit(1)).ok).toBe(true);
    await makeDelivery(without, id, signal);
    expect(await versionsOf(id, again!.licenceId)).toEqual(['3', '3', '3']);
  });

  it('is not made when the plan has ended meanwhile, and a withdrawn licence closes its ZIP', async () => {
    const admin = await anAdmin(db);
    const owner = await aSubscriber(db);
    const pack = await aPackage(db, { kind: 'trilhas', title: 'Sem plano' });
    await aStoredTrack(site, anMp3('um'), { packageId: pack.id, mime: 'audio/mpeg', name: 'Um.mp3' });
    const ready = await prepare(pack.id, plain, owner, without);
    const order = { source: 'package', sourceId: pack.id } as const;
    const late = await orderDelivery(without, owner, order, { ...plain, folder: '/outra' });
    if (!late.ok) throw new Error(late.reason);
    await db
      .update(subscriptions)
      .set({ expiresAt: new Date(app.clock.now().getTime() - 1000) })
      .where(eq(subscriptions.userId, owner.userId));
    await makeDelivery(without, late.id, signal);
    expect(await findDelivery(db, owner, late.id)).toMatchObject({ status: 'cancelled' });

    expect((await layOutDelivery(app, owner, ready.id)).files).toHaveLength(1);
    const [{ licenceId } = { licenceId: '' }] = await db
      .select({ licenceId: deliveries.licenceId })
      .from(deliveries)
      .where(eq(deliveries.id, ready.id));
    await withdrawLicence(app, admin, { id: licenceId, reason: 'Engano' });
    await expect(layOutDelivery(app, owner, ready.id)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('B08: says the measured length, never the container’s; B12: leaves out what has no sound', async () => {
    const pack = await aPackage(db, { kind: 'trilhas', title: 'Durações' });
    const facts = { packageId: pack.id, mime: 'audio/mpeg' };
    await aStoredTrack(site, anMp3('a', 10), {
      ...facts,
      name: 'Medida.mp3',
      durationMs: 14_000,
      orderIndex: 0,
    });
    await aStoredTrack(site, anMp3('b', 10), { ...facts, name: 'Nova.mp3', durationMs: null, orderIndex: 1 });
    const nothing = { name: 'Vazia.mp3', durationMs: null, unreadable: 'Nenhum som foi encontrado.' };
    await aStoredTrack(site, anMp3('c'), { ...facts, ...nothing, orderIndex: 2 });
    const recipe: Recipe = { ...plain, lists: ['lst'], folder: 'C:\\Radio' };
    const { id, files } = await prepare(pack.id, recipe, ana, without);
    expect(files.map(({ status, reason, durationMs }) => [status, reason, durationMs])).toEqual([
      ['ready', null, 14_000],
      ['ready', null, expect.closeTo(10_005, -2)],
      ['failed', 'unreadable', null],
    ]);
    const zip = await unzip((await fetchZip(id)).bytes);
    const list = [...zip].find(([name]) => name.endsWith('.lst'))?.[1];
    expect(list?.toString('latin1'), [...zip.keys()].join()).toContain('14000\t');
    expect(zip.has('03 Vazia.mp3')).toBe(false);
  });
});

it('nothing failed unseen', () => expect(site.bugs).toEqual([]));
