import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { timbreFromText } from '#features/search/similar/model.ts';
import { ownFileBytes, ownFileRefusals } from '#features/search/similar/own-file.ts';
import { aPackage, aSubscriber, aTrack, aUser } from '#tests/builders.ts';
import { missingProgram } from '#tests/programs.ts';
import { testSite } from '#tests/site.ts';
import { anMp3, aWav } from '#tests/sounds.ts';

const site = await testSite();
const { db, clock } = site;
const song = await readFile('demo/audio/vinheta-so-sucessos.mp3');

const send = async (body: BodyInit, cookie: string, to: typeof site = site) => {
  const init = { method: 'POST', body, duplex: 'half' };
  const answer = await to.ask('/functions/similar-tracks', { cookie }, init);
  const { error, sound } = (await answer.json()) as { error?: { message: string }; sound?: string };
  return { status: answer.status, message: error?.message, sound };
};
/** Other tests hear files at the same time, and leave nothing either. */
const left = async () => (await readdir(tmpdir())).filter((name) => /^sonoteca-.*\.som$/.test(name));

describe('GET /functions/similar-tracks', () => {
  it('lists what sounds alike as the search does, to whom the search answers', async () => {
    const pack = await aPackage(db, { title: 'Natureza' });
    const timbre = Buffer.alloc(23, 128);
    const [own, other] = [
      await aTrack(db, { packageId: pack.id, timbre }),
      await aTrack(db, { packageId: pack.id, timbre, name: 'Chuva.mp3', catalogueKey: 'k7' }),
    ];
    const ask = async (query: string, cookie: string) =>
      site.ask(`/functions/similar-tracks?${query}`, { cookie }).then((answer) => answer.json());
    const [listener, subscriber] = [
      await site.signIn(await aUser(db)),
      await site.signIn(await aSubscriber(db)),
    ];
    const shown = { id: other.id, key: 'k7', name: 'Chuva.mp3', packageTitle: 'Natureza', kind: 'trilhas' };
    const { tracks } = await ask(`track=${own.id}&limit=1`, listener);
    expect(tracks).toEqual([expect.objectContaining(shown)]);
    expect(tracks[0]).not.toHaveProperty('peaks');
    expect((await ask(`track=${own.id}`, subscriber)).tracks[0]).toHaveProperty('peaks');
    for (const [query, code] of [
      ['track=nada', 'not-found'],
      [`track=${'0'.repeat(26)}`, 'not-found'],
      ['', 'invalid'],
      [`track=${own.id}&limit=1000`, 'invalid'],
    ] as const)
      expect((await ask(query, listener)).error?.code, query).toBe(code);
  });
});

describe('POST /functions/similar-tracks', () => {
  it.skipIf(missingProgram('ffmpeg'))('hears a file of any listener, and keeps nothing of it', async () => {
    const cookie = await site.signIn(await aUser(db));
    const { status, sound } = await send(song, cookie);
    expect(status).toBe(200);
    const facts = JSON.parse(await readFile('demo/facts.json', 'utf8'))['vinheta-so-sucessos.mp3'];
    expect([...timbreFromText(sound!)!]).toEqual([...Buffer.from(facts.timbre, 'base64')]);
    await expect.poll(left).toEqual([]);
  });

  it.skipIf(missingProgram('ffmpeg'))('refuses what cannot be compared, with a sentence', async () => {
    const cookie = await site.signIn(await aUser(db));
    const damaged = Buffer.concat([aWav(440).subarray(0, 40), Buffer.alloc(0)]);
    const isom = Buffer.concat([Buffer.from('\0\0\0\u0018ftypisom'), Buffer.alloc(5000, 'x')]);
    const cases: [Uint8Array<ArrayBuffer> | string, number, string][] = [
      ['', 400, ownFileRefusals.empty],
      ['texto', 415, ownFileRefusals.text],
      [Buffer.from('\x1aE\xdf\xa3matroska video'.padEnd(4000, 'x'), 'latin1'), 415, ownFileRefusals.matroska],
      [isom, 422, ownFileRefusals.unreadable],
      [damaged, 422, ownFileRefusals['no-samples']],
      [Uint8Array.from(anMp3('silêncio', 3)), 422, ownFileRefusals.silent],
      [Buffer.concat([song, Buffer.alloc(ownFileBytes)]), 413, ownFileRefusals['too-large']],
    ];
    for (const [body, status, message] of cases)
      expect(await send(body, cookie), message).toMatchObject({ status, message });
    await expect.poll(left).toEqual([]);
  });

  it('says that ffmpeg is missing', async () => {
    const bare = await testSite({ FFMPEG_PATH: join(tmpdir(), 'nada') });
    const cookie = await bare.signIn(await aUser(bare.db));
    expect(await send(song, cookie, bare)).toMatchObject({
      status: 503,
      message: ownFileRefusals['no-ffmpeg'],
    });
  });

  it('thirty files in an hour are enough for an account', async () => {
    const cookie = await site.signIn(await aUser(db));
    for (let sent = 0; sent < 30; sent++) expect((await send('texto', cookie)).status).toBe(415);
    expect(await send(song, cookie)).toMatchObject({
      status: 429,
      message: expect.stringMatching(/^Muitas tentativas/),
    });
    clock.advance(3601);
    expect((await send('texto', cookie)).status).toBe(415);
  });
});
