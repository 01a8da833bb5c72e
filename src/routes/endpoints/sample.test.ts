import { readFileSync } from 'node:fs';
import { parseBuffer } from 'music-metadata';
import { beforeAll, describe, expect, it } from 'vitest';
import type { tracks } from '#db/schema/catalog.ts';
import { newId } from '#platform/ids.ts';
import { aPackage, aTrack } from '#tests/builders.ts';
import { testSite } from '#tests/site.ts';

const site = await testSite();
const { ask, db } = site;
const music = readFileSync(
  new URL('../../../demo/audio/trilha-piano-romantico-namorados.mp3', import.meta.url),
);
let track: typeof tracks.$inferSelect;

async function storedTrack(pack: Parameters<typeof aPackage>[1], given: Parameters<typeof aTrack>[1] = {}) {
  const row = await aTrack(db, { packageId: (await aPackage(db, pack)).id, size: music.length, ...given });
  await site.storage.put(row.storageKey!, music, { mime: 'audio/mpeg' });
  return row;
}

beforeAll(async () => {
  track = await storedTrack({ isFeatured: true });
});

describe('GET /sample/{trackId}', () => {
  it('LND: plays the first 30 seconds to everyone', async () => {
    const response = await ask(`/sample/${track.id}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('audio/mpeg');
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    const { format } = await parseBuffer(bytes, { mimeType: 'audio/mpeg' }, { duration: true });
    expect(format.duration).toBeGreaterThan(29.5);
    expect(format.duration).toBeLessThan(30.5);
    expect(music.includes(bytes)).toBe(true);
  });

  it('PLY-12: answers ranges within the sample', async () => {
    const whole = Buffer.from(await (await ask(`/sample/${track.id}`)).arrayBuffer());
    const part = await ask(`/sample/${track.id}`, { Range: 'bytes=1000-1999' });
    expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${whole.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(1000, 2000))).toBe(true);
    expect((await ask(`/sample/${track.id}`, { Range: `bytes=${whole.length}-` })).status).toBe(416);
    const head = await ask(`/sample/${track.id}`, {}, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(whole.length));
    expect((await ask(`/sample/${track.id}`, { 'If-None-Match': head.headers.get('etag')! })).status).toBe(
      304,
    );
  });

  it('B07: is cut from the MP3 by which any other type is played; until there is one it says so', async () => {
    for (const mime of ['audio/mp4', 'audio/ogg', 'audio/wav', 'audio/flac']) {
      const given = { mime, durationMs: 60_000 };
      const early = await ask(`/sample/${(await storedTrack({ isFeatured: true }, given)).id}`);
      expect(early.status).toBe(404);
      expect(await early.json()).toMatchObject({ error: { message: 'Esta faixa ainda não tem amostra.' } });

      const previewKey = `audio/aa/${newId()}.mp3`;
      await site.storage.put(previewKey, music, { mime: 'audio/mpeg' });
      const played = await storedTrack({ isFeatured: true }, { ...given, previewKey, previewSize: 1 });
      const response = await ask(`/sample/${played.id}`);
      expect(response.headers.get('content-type')).toBe('audio/mpeg');
      const bytes = Buffer.from(await response.arrayBuffer());
      const { format } = await parseBuffer(bytes, { mimeType: 'audio/mpeg' }, { duration: true });
      expect(format.duration).toBeCloseTo(30, 0);
    }
  });

  it('SEC-01: has no other track', async () => {
    const plain = await storedTrack({ isFeatured: false });
    const hidden = await storedTrack({ isFeatured: true, isActive: false });
    const lost = await aTrack(db, { packageId: (await aPackage(db, { isFeatured: true })).id });
    for (const id of [plain.id, hidden.id, lost.id, newId(), 'x', '..%2Fx']) {
      expect((await ask(`/sample/${id}`)).status).toBe(404);
    }
  });
});

it('nothing failed unseen', () => expect(site.bugs).toEqual([]));
