import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { packages, tracks } from '#db/schema/catalog.ts';
import { storedObjects } from '#db/schema/media.ts';
import { wholeAnalysis } from '#features/catalog/demo/model.ts';
import { listTracks } from '#features/catalog/pack/queries.server.ts';
import { analysisLevels } from '#features/media/audio/model.ts';
import { hasFfmpeg } from '#features/media/measuring/gateway.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { anAdmin, aPackage, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { aWav, badFfmpegs, wavOf } from '#tests/sounds.ts';
import { findForEditor } from '../queries.server.ts';
import { analyseTrack, completeAnalysis } from './analyse-track.server.ts';
import { patienceDays } from './model.ts';
import { countUnmeasured } from './queries.server.ts';

const { db, bus, log } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-analysis-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const empty = join(folder, 'no-programs');
await mkdir(empty);
const storage = await openDiskStorage({ DATA_DIR: folder });
const without = { db, bus, storage, log, settings: { FFMPEG_PATH: empty } };
const withIt = { ...without, settings: {} };
const { signal } = new AbortController();
const song = await readFile(new URL('../../../../demo/audio/trilha-samba-roda-alegre.mp3', import.meta.url));

const unmeasured = {
  durationMs: null,
  peaks: null,
  loudnessLufs: null,
  truePeakDb: null,
  tempoBpm: null,
  analysis: 0,
};
const readTrack = async (id: string) => (await db.select().from(tracks).where(eq(tracks.id, id)))[0]!;
const readPack = async (id: string) => (await db.select().from(packages).where(eq(packages.id, id)))[0]!;

async function stored(bytes: Uint8Array, given: Parameters<typeof aTrack>[1] = {}) {
  const track = await aTrack(db, { ...unmeasured, ...given });
  await storage.put(track.storageKey!, bytes, { mime: track.mime });
  return track;
}

async function sweep(deps: typeof withIt | typeof without, limit = 2) {
  const done = { measured: 0, failed: 0, runs: 0 };
  let after: string | null = '';
  while (after !== null) {
    const run = await completeAnalysis(deps, { after, limit }, signal);
    done.measured += run.measured;
    done.failed += run.failed;
    done.runs++;
    after = run.last;
  }
  return done;
}

describe.skipIf(!(await hasFfmpeg()))('sounds that came while ffmpeg was away', () => {
  it('have a duration and an MP3 its waveform; the rest comes once ffmpeg is there, and only once', async () => {
    const track = await stored(song);
    await analyseTrack(without, track.id, signal);
    const plain = await readTrack(track.id);
    expect(plain).toMatchObject({ analysis: 1, loudnessLufs: null, tempoBpm: null });
    expect(plain.peaks!.length).toBe(400);
    expect(Math.abs(plain.durationMs! - 54_364)).toBeLessThan(200);
    expect(await sweep(without)).toMatchObject({ measured: 0, failed: 0 });

    expect((await listTracks({ db, bus }, track.packageId))[0]).toMatchObject({ loudnessLufs: null });
    expect(await sweep(withIt)).toMatchObject({ measured: 1, failed: 0 });
    const whole = await readTrack(track.id);
    expect(whole.analysis).toBe(analysisLevels.whole);
    expect(whole.loudnessLufs).toBeCloseTo(-15.4, 0);
    expect(whole.truePeakDb).toBeCloseTo(-2, 0);
    expect(whole.tempoBpm).toBeCloseTo(104, 0);
    expect((await listTracks({ db, bus }, track.packageId))[0]!.loudnessLufs).toBeCloseTo(-15.4, 0);
    expect(await sweep(withIt)).toEqual({ measured: 0, failed: 0, runs: 1 });
  });

  it('have one level of complete measurements, in the demo and in the index too', async () => {
    expect(wholeAnalysis).toBe(analysisLevels.whole);
    const index = sql`select indexdef from pg_indexes where indexname = 'tracks_unmeasured'`;
    expect((await db.execute<{ indexdef: string }>(index)).rows[0]?.indexdef).toContain(
      `analysis < ${analysisLevels.whole}`,
    );
  });

  it('B05: that were taken for another format are what they are, by name and type too', async () => {
    const flac = execFileSync('ffmpeg', [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'sine=300:d=2',
      '-f',
      'flac',
      'pipe:1',
    ]);
    const tagged = Buffer.concat([Buffer.from(`ID3\u0003${'\0'.repeat(6)}`), flac]);
    const track = await stored(tagged, {
      mime: 'audio/mpeg',
      name: 'Faixa 1.5.mp3',
      analysis: 1,
      durationMs: 32,
    });
    expect(await sweep(withIt)).toMatchObject({ measured: 1, failed: 0 });
    expect(await readTrack(track.id)).toMatchObject({
      mime: 'audio/flac',
      name: 'Faixa 1.5.flac',
      codec: 'flac',
      durationMs: 2000,
    });
  });

  it('that were measured in an older way are measured once more', async () => {
    const track = await stored(song, { analysis: analysisLevels.whole - 1, tempoBpm: 52 });
    expect(await sweep(without)).toMatchObject({ measured: 0, failed: 0 });
    expect(await sweep(withIt)).toMatchObject({ measured: 1, failed: 0 });
    expect(await readTrack(track.id)).toMatchObject({
      analysis: analysisLevels.whole,
      tempoBpm: 104,
      cues: { introMs: null, endMs: 46_225 },
    });
  });

  it('A-153: measured by the rule before, a mono sound gets its loudness by itself, and what people set stays', async () => {
    const loud = Int16Array.from(
      { length: 3 * 44_100 },
      (_, at) => 8000 * Math.sin((2 * Math.PI * 1000 * at) / 44_100),
    );
    const byOldRule = { analysis: analysisLevels.whole - 1, loudnessLufs: -15.3, durationMs: 3000 };
    const own = { authors: 'Ana', name: 'Tom.wav' };
    const track = await stored(wavOf(loud, 44_100), { mime: 'audio/wav', ...byOldRule, ...own });
    const gone = await aTrack(db, { ...unmeasured, ...byOldRule });
    expect(await countUnmeasured(db)).toEqual({ older: 2, failing: 0 });
    // A worker that ends in between begins again with what is left.
    const stopped = new AbortController();
    stopped.abort(new Error('stop'));
    await expect(completeAnalysis(withIt, {}, stopped.signal)).rejects.toThrow('stop');
    expect(await sweep(withIt)).toMatchObject({ measured: 1, failed: 1 });
    const now = await readTrack(track.id);
    expect(now).toMatchObject({ analysis: analysisLevels.whole, ...own });
    // The tone has −12.2 LUFS on two speakers, 3 less on one.
    expect(now.loudnessLufs).toBeCloseTo(-12.2, 0);
    expect(await countUnmeasured(db)).toEqual({ older: 0, failing: 1 });
    expect(await readTrack(gone.id)).toMatchObject(byOldRule);
    expect(await sweep(withIt)).toMatchObject({ measured: 0, failed: 1 });
    const longAgo = new Date(Date.now() - (patienceDays + 1) * 86_400_000);
    await db.update(tracks).set({ analysisFailedAt: longAgo }).where(eq(tracks.id, gone.id));
    expect(await sweep(withIt)).toEqual({ measured: 0, failed: 0, runs: 1 });
    // Its bytes are there again, e.g. uploaded anew.
    await storage.put(gone.storageKey!, wavOf(loud, 44_100), { mime: 'audio/wav' });
    await analyseTrack(withIt, gone.id, signal);
    expect(await readTrack(gone.id)).toMatchObject({
      analysis: analysisLevels.whole,
      analysisFailedAt: null,
    });
    expect(await countUnmeasured(db)).toEqual({ older: 0, failing: 0 });
  });

  it.each([8000, 44_100])('A-122: have their cue points within ten milliseconds, at %i Hz', async (rate) => {
    // Silence, a quiet intro, loud, quiet, silence: from which second on how loud.
    const levels = [
      [0, 0],
      [1.234, 0.05],
      [5.5, 0.5],
      [9.011, 0.05],
      [10.777, 0],
    ] as const;
    const levelAt = (second: number) => levels.findLast(([from]) => second >= from)?.[1] ?? 0;
    const tone = Int16Array.from(
      { length: 12 * rate },
      (_, at) => 32_767 * levelAt(at / rate) * Math.sin((2 * Math.PI * 440 * at) / rate),
    );
    const track = await stored(wavOf(tone, rate), { mime: 'audio/wav' });
    await analyseTrack(withIt, track.id, signal);
    const cues = (await readTrack(track.id)).cues!;
    expect(Math.abs(cues.startMs - 1234)).toBeLessThanOrEqual(10);
    expect(Math.abs(cues.introMs! - 5500)).toBeLessThanOrEqual(50);
    expect(Math.abs(cues.endMs - 10_777)).toBeLessThanOrEqual(10);
    expect(cues.loudFromMs).toBeLessThanOrEqual(5500);
    expect(cues.loudToMs).toBeGreaterThanOrEqual(9000);
    const silence = await stored(wavOf(new Int16Array(rate), rate), { mime: 'audio/wav' });
    await analyseTrack(withIt, silence.id, signal);
    expect(await readTrack(silence.id)).toMatchObject({ analysis: analysisLevels.whole, cues: null });
  });

  it('that are no sound are tried once; what fails for now comes again, and stops no other', async () => {
    const noise = await stored(Buffer.alloc(50_000, 'no sound at all'));
    const lost = await aTrack(db, unmeasured);
    const good = await stored(song);
    const strange = await stored(song, { mime: 'audio/x-unknown' });
    expect(await sweep(withIt)).toMatchObject({ measured: 3, failed: 1 });
    expect(await readTrack(noise.id)).toMatchObject({
      analysis: analysisLevels.whole,
      peaks: null,
      durationMs: null,
      unreadable: 'Nenhum som foi encontrado neste arquivo.',
    });
    expect(await readTrack(strange.id)).toMatchObject({ analysis: analysisLevels.whole, peaks: null });
    expect(await readTrack(good.id)).toMatchObject({ analysis: analysisLevels.whole });
    expect(await readTrack(lost.id)).toMatchObject({ analysis: 0 });
    expect(await sweep(withIt)).toMatchObject({ measured: 0, failed: 1 });
    await db.delete(tracks).where(eq(tracks.id, lost.id));
  });

  it('A.2: that end whatever reads them are tried twice, marked with their reason, and left alone', async () => {
    const { dying, runs } = await badFfmpegs(folder);
    const deadly = { ...without, settings: { FFMPEG_PATH: dying } };
    const track = await stored(aWav(310, 1), { mime: 'audio/wav', durationMs: 1000 });
    expect(await sweep(deadly)).toMatchObject({ measured: 1, failed: 0 });
    expect(await readTrack(track.id)).toMatchObject({
      analysis: analysisLevels.whole,
      unreadable: 'O arquivo está danificado: por duas vezes ele interrompeu o programa que o lê.',
      durationMs: 1000,
      previewKey: null,
    });
    const read = await readFile(runs, 'utf8');
    const twin = await aTrack(db, { ...unmeasured, storageKey: track.storageKey, mime: 'audio/wav' });
    for (const { id } of [track, twin]) await analyseTrack(withIt, id, signal);
    expect(await sweep(deadly)).toMatchObject({ measured: 0, failed: 0 });
    expect(await readFile(runs, 'utf8')).toBe(read);
    expect(await readTrack(twin.id)).toMatchObject({ unreadable: expect.stringContaining('danificado') });
    const { tracks: shown } = (await findForEditor(db, await anAdmin(db), track.packageId))!;
    expect(shown).toMatchObject([{ unreadable: expect.stringContaining('danificado') }]);
  });

  it('that are heavy are heard as a small MP3, however they came; what is light or has one stays as it is', async () => {
    const wav = aWav(440, 4);
    const mime = 'audio/wav';
    const heavy = await stored(wav, { mime, size: wav.length });
    const twin = await aTrack(db, { ...unmeasured, mime, storageKey: heavy.storageKey, size: wav.length });
    const light = await stored(song, { size: song.length });
    const known = await stored(aWav(500, 4), { mime, previewKey: 'audio/aa/known.mp3', previewSize: 5 });
    await analyseTrack(without, heavy.id, signal);
    expect((await readTrack(heavy.id)).previewKey).toBe(null);
    for (const { id } of [heavy, light, known]) await analyseTrack(withIt, id, signal);

    const { previewKey, previewSize } = await readTrack(heavy.id);
    expect(await storage.stat(previewKey!)).toMatchObject({ size: previewSize });
    expect(previewSize!).toBeLessThan(70_000);
    expect(await readTrack(twin.id)).toMatchObject({ previewKey, previewSize });
    const booked = await db.select().from(storedObjects).where(eq(storedObjects.key, previewKey!));
    expect(booked).toMatchObject([
      { bucket: 'audio', size: previewSize, mime: 'audio/mpeg', trashedAt: null },
    ]);
    expect((await readTrack(light.id)).previewKey).toBe(null);
    expect((await readTrack(known.id)).previewKey).toBe('audio/aa/known.mp3');
    await analyseTrack(withIt, heavy.id, signal);
    expect(await readTrack(heavy.id)).toMatchObject({ previewKey, previewSize });
  });

  it('once known are not forgotten when ffmpeg goes away again', async () => {
    const track = await stored(song);
    await analyseTrack(withIt, track.id, signal);
    const known = await readTrack(track.id);
    await analyseTrack(without, track.id, signal);
    expect(await readTrack(track.id)).toEqual(known);
  });

  it('with the same bytes are measured together', async () => {
    const first = await stored(song);
    const second = await aTrack(db, { ...unmeasured, storageKey: first.storageKey });
    expect(await sweep(withIt)).toMatchObject({ measured: 2 });
    const { tempoBpm } = await readTrack(first.id);
    expect(await readTrack(second.id)).toMatchObject({ analysis: analysisLevels.whole, tempoBpm });
    expect((await readPack(second.packageId)).coverKey).not.toBe(null);
  });

  it('stop being measured when the worker stops', async () => {
    const track = await stored(song);
    const stopped = new AbortController();
    stopped.abort(new Error('stop'));
    await expect(completeAnalysis(withIt, {}, stopped.signal)).rejects.toThrow('stop');
    expect(await readTrack(track.id)).toMatchObject({ analysis: 0 });
    await sweep(withIt);
  });
});

describe('a cover', () => {
  it('that was drawn is drawn anew from the real waveform; one that was sent stays', async () => {
    const drawnKey = 'covers/aa/drawn.webp';
    const drawn = await aPackage(db, { coverKey: drawnKey, coverGenerated: true });
    const sent = await aPackage(db, { coverKey: 'covers/aa/sent.webp', coverGenerated: false });
    const bare = await aPackage(db);
    for (const { id } of [drawn, sent, bare]) {
      const track = await stored(song, { packageId: id });
      await analyseTrack(withIt, track.id, signal);
    }
    const remade = await readPack(drawn.id);
    expect(remade).toMatchObject({ coverGenerated: true });
    expect(remade.coverKey).not.toBe(drawnKey);
    expect(await storage.stat(remade.coverKey!)).not.toBe(null);
    expect(await readPack(sent.id)).toMatchObject({ coverKey: sent.coverKey, coverGenerated: false });
    expect(await readPack(bare.id)).toMatchObject({ coverGenerated: true });
  });
});
