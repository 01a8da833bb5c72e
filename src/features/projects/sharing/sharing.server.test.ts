import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, like, sql } from 'drizzle-orm';
import { parseBuffer } from 'music-metadata';
import { afterAll, describe, expect, it } from 'vitest';
import { rateLimits } from '#db/schema/accounts.ts';
import { projectShares } from '#db/schema/projects.ts';
import { subscriptions } from '#db/schema/subscriptions.ts';
import { getStorageStats } from '#features/media/usage/queries.server.ts';
import { deleteProject } from '#features/projects/change-project.server.ts';
import { addTracks } from '#features/projects/change-tracks.server.ts';
import { type AppError, errorResponse } from '#platform/errors.ts';
import type { Mail } from '#platform/mail.ts';
import { sharedSoundEndpoint } from '#routes/endpoints/shared-sound.server.ts';
import { aPackageWithTracks, aProject, aSubscriber } from '#tests/builders.ts';
import { missingProgram } from '#tests/programs.ts';
import { wholeSite } from '#tests/whole-site.ts';
import { findShare, openShare } from './queries.server.ts';
import { answerTrack, callBack, shareProject } from './share-project.server.ts';
import { forgetStreams, makeStream } from './streams.server.ts';
import { tellOwner } from './tell-owner.server.ts';

const site = await wholeSite();
const { app, ask } = site;
const { db } = app;
const sound = Buffer.alloc(480_000, 'ID3 som de teste');

/** A shared project with two tracks: of a minute and as light as 64 kbit/s, and one too heavy to stream. */
async function aShared(days = 7) {
  const owner = await aSubscriber(db, { displayName: 'Rádio Girassol' });
  const { pack, tracks } = await aPackageWithTracks(db, 2);
  const [light, heavy] = [tracks[0]!, tracks[1]!];
  await db.execute(sql`update tracks set size = ${sound.length} where id = ${light.id}`);
  await db.execute(sql`update tracks set size = 2400000 where id = ${heavy.id}`);
  for (const { storageKey } of tracks) await app.storage.put(storageKey!, sound, { mime: 'audio/mpeg' });
  const { id } = await aProject(db, { userId: owner.userId, title: 'Natal da cliente' });
  await addTracks(db, owner, id, { packageId: pack.id });
  const shared = await shareProject(app, owner, id, days);
  if (!shared.ok) throw new Error(shared.reason);
  const { token } = shared;
  const page = () => ask(`/aprovar/${token}`);
  const hear = (trackId: string, headers = {}) => ask(`/aprovar/${token}/som/${trackId}`, { headers });
  const statusOf = async (trackId: string, headers = {}) => {
    const answer = await hear(trackId, headers);
    await answer.body?.cancel();
    return answer.status;
  };
  return { owner, pack, light, heavy, id, token, page, hear, statusOf };
}

const answer = { verdict: 'aprovar', person: 'Bia', words: 'Perfeita' } as const;
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-sharing-'));
afterAll(() => rm(folder, { recursive: true }));

describe('a link to a project', () => {
  it('A-116: opens without an account, is not indexed, and tells nothing of the account', async () => {
    const { owner, pack, id, light, page } = await aShared();
    const response = await page();
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('x-robots-tag')).toContain('noindex');
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(text).toContain('Natal da cliente');
    expect(text).toContain('Rádio Girassol');
    expect(text).toContain(light.name);
    for (const secret of [owner.userId, owner.email, pack.id, pack.title, id, light.storageKey!])
      expect(text).not.toContain(secret);
  });

  it('A-116: its secret is not stored, and nothing near it opens', async () => {
    const { id, token } = await aShared();
    const rows = await db.select().from(projectShares).where(eq(projectShares.projectId, id));
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(token).toHaveLength(43);
    const swapped = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA');
    for (const guess of [swapped, token.slice(1), `${token}a`, id, rows[0]!.tokenHash, 'x'.repeat(5000)])
      expect((await ask(`/aprovar/${guess}`)).status, guess).toBe(404);
  });

  it('A-116: called back, replaced, of a deleted project or of an ended plan it reads like an unknown one', async () => {
    const ends: ((shared: Awaited<ReturnType<typeof aShared>>) => Promise<unknown>)[] = [
      ({ owner, id }) => callBack(db, owner, id),
      ({ owner, id }) => shareProject(app, owner, id, 1),
      ({ owner, id }) => deleteProject(db, owner, id),
      ({ owner }) =>
        db.update(subscriptions).set({ status: 'inactive' }).where(eq(subscriptions.userId, owner.userId)),
    ];
    for (const end of ends) {
      const shared = await aShared();
      expect(await shared.statusOf(shared.light.id)).toBe(200);
      await end(shared);
      const response = await shared.page();
      expect([response.status, (await response.text()).includes('não vale mais')]).toEqual([404, true]);
      expect(await shared.statusOf(shared.light.id)).toBe(404);
      await expect(answerTrack(app, shared.token, { ...answer, trackId: shared.light.id })).rejects.toThrow(
        'não vale mais',
      );
    }
  });

  it('A-116: expired, it says so, plays nothing and takes no answer', async () => {
    const { id, token, light, page, statusOf } = await aShared(1);
    await db
      .update(projectShares)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(projectShares.projectId, id));
    const response = await page();
    expect([response.status, (await response.text()).includes('Este link venceu')]).toEqual([404, true]);
    expect(await statusOf(light.id)).toBe(404);
    const form = new URLSearchParams({ intent: 'answer', trackId: light.id, ...answer });
    const refused = await ask(`/aprovar/${token}.data`, { method: 'POST', body: form });
    expect([refused.status, (await refused.text()).includes('Este link venceu')]).toEqual([422, true]);
  });

  it('A-116: calls are counted by address, whatever the link, and a person who hears and answers all is not stopped', async () => {
    const { light, token, page, statusOf } = await aShared();
    const body = new URLSearchParams({ intent: 'answer', trackId: light.id, ...answer });
    const all = async () => {
      const answered = await ask(`/aprovar/${token}.data`, { method: 'POST', body });
      const guess = await ask(`/aprovar/${'x'.repeat(43)}`);
      return [(await page()).status, await statusOf(light.id), answered.status, guess.status];
    };
    const counted = like(rateLimits.key, 'share-%');
    const countedTo = (count: number) => db.update(rateLimits).set({ count }).where(counted);
    expect(await all()).toEqual([200, 200, 200, 404]);
    await countedTo(550);
    expect(await all()).toEqual([200, 200, 200, 404]);
    await countedTo(3000);
    expect(await all()).toEqual([429, 429, 422, 429]);
    expect(await (await page()).text()).toContain('Muitas tentativas');
    await db.delete(rateLimits).where(counted);
  });

  it('A-01: nobody else makes, sees or ends a link', async () => {
    const { id, page } = await aShared();
    const stranger = await aSubscriber(db);
    const refused = { ok: false, reason: 'not-found' };
    expect(await shareProject(app, stranger, id, 7)).toEqual(refused);
    expect(await callBack(db, stranger, id)).toEqual(refused);
    expect(await findShare(db, stranger, id, new Date())).toEqual({ share: null, answers: [] });
    expect((await page()).status).toBe(200);
  });
});

describe('the sound of a link', () => {
  it('A-118: is streamed in ranges, and is no file to save', async () => {
    const { light, hear, statusOf } = await aShared();
    const part = await hear(light.id, { Range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${sound.length}`);
    expect(part.headers.get('content-disposition')).toBeNull();
    expect(part.headers.get('content-type')).toBe('audio/mpeg');
    expect(Buffer.from(await part.arrayBuffer()).equals(sound.subarray(100, 200))).toBe(true);
    expect(await statusOf(light.id, { Range: 'bytes=9999999-' })).toBe(416);
  });

  it.skipIf(missingProgram('ffmpeg'))(
    'A-118: a heavier original is never handed out: the light one, or a sentence',
    async () => {
      const { heavy, hear, statusOf } = await aShared();
      const waiting = await hear(heavy.id);
      expect(waiting.status).toBe(404);
      expect(await waiting.text()).toContain('ainda está sendo preparada');
      await makeStream(
        { ...app, settings: { FFMPEG_PATH: '/nao/existe' } },
        heavy.id,
        AbortSignal.timeout(9000),
      );
      expect(await statusOf(heavy.id), 'without ffmpeg').toBe(404);
      const hash = heavy.contentHash!;
      const made = Buffer.from('ID3 leve');
      await app.storage.put(`streams/${hash.slice(0, 2)}/${hash}.mp3`, made, { mime: 'audio/mpeg' });
      expect(Buffer.from(await (await hear(heavy.id)).arrayBuffer()).equals(made)).toBe(true);
    },
  );

  it('A-118: without ffmpeg it says what is missing, and not that it is on its way', async () => {
    const { light, heavy, token } = await aShared();
    const settings = { ...app.settings, FFMPEG_PATH: '/nao/existe' };
    const bare = sharedSoundEndpoint({ ...app, settings }).onError((error) =>
      errorResponse(error as AppError),
    );
    const refused = await bare.request(`/aprovar/${token}/som/${heavy.id}`);
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('ffmpeg')]);
    const heard = await bare.request(`/aprovar/${token}/som/${light.id}`);
    expect([heard.status, (await heard.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  });

  it.skipIf(missingProgram('ffmpeg'))(
    'A-118: is made at 128 kbit/s (skipped where ffmpeg is not installed)',
    async () => {
      const { heavy, hear, statusOf } = await aShared();
      const path = join(folder, 'tom.wav');
      const source = ['-f', 'lavfi', '-i', 'sine=440:d=4:r=44100', '-metadata', 'title=Segredo'];
      expect(spawnSync('ffmpeg', ['-v', 'error', ...source, '-ac', '2', path]).status).toBe(0);
      const original = await readFile(path);
      await app.storage.put(heavy.storageKey!, original, { mime: 'audio/wav' });
      const facts = sql`mime = 'audio/wav', size = ${original.length}, duration_ms = 4000`;
      await db.execute(sql`update tracks set ${facts} where id = ${heavy.id}`);
      await makeStream(app, heavy.id, AbortSignal.timeout(30_000));
      const made = Buffer.from(await (await hear(heavy.id)).arrayBuffer());
      const { format, common } = await parseBuffer(made, { mimeType: 'audio/mpeg' }, { duration: true });
      expect(format).toMatchObject({ codec: 'MPEG 1 Layer 3', bitrate: 128_000, numberOfChannels: 2 });
      expect(format.duration).toBeCloseTo(4, 0);
      expect(common.title).toBeUndefined();
      expect(made.length).toBeLessThan(original.length / 8);
      const recorded = async () =>
        (await getStorageStats(db, app.settings)).buckets.find(({ bucket }) => bucket === 'streams');
      expect(await recorded(), 'the figures of storage').toMatchObject({ count: 1, size: made.length });
      await forgetStreams(db, app.storage, new Date(Date.now() + 46 * 86_400_000));
      expect(await recorded()).toMatchObject({ count: 0, size: 0 });
      expect(await statusOf(heavy.id)).toBe(404);
    },
  );

  it.skipIf(missingProgram('ffmpeg'))(
    'A-118: one that was added after the link was made is made light when it is asked for, once',
    async () => {
      const { owner, id, statusOf } = await aShared();
      const { tracks } = await aPackageWithTracks(db, 1);
      const late = tracks[0]!;
      await db.execute(sql`update tracks set size = 2400000 where id = ${late.id}`);
      await addTracks(db, owner, id, { trackIds: [late.id] });
      for (let n = 0; n < 3; n++) expect(await statusOf(late.id)).toBe(404);
      const { rows } = await db.execute(
        sql`select 1 from pgboss.job where name = 'project-stream' and data->>'trackId' = ${late.id}`,
      );
      expect(rows).toHaveLength(1);
    },
  );

  it('A-116: tracks that are not in the project are not heard by its link', async () => {
    const { statusOf } = await aShared();
    const other = await aShared();
    expect(await statusOf(other.light.id)).toBe(404);
  });
});

describe('answers', () => {
  it('A-117: the last one stands, its owner sees it at once, and one mail tells of the burst', async () => {
    const { owner, id, token, light, heavy } = await aShared();
    let told = 0;
    const stop = app.bus.on('projects', (key) => {
      if (key === id) told += 1;
    });
    await answerTrack(app, token, { ...answer, trackId: light.id });
    await answerTrack(app, token, { ...answer, trackId: light.id, verdict: 'recusar', words: 'Longa' });
    await answerTrack(app, token, { ...answer, trackId: heavy.id });
    stop();
    expect(told).toBeGreaterThanOrEqual(3);
    const { answers } = await findShare(db, owner, id, new Date());
    expect(answers).toHaveLength(2);
    expect(answers).toContainEqual(
      expect.objectContaining({ trackId: light.id, isApproved: false, words: 'Longa', person: 'Bia' }),
    );
    const sent: Mail[] = [];
    const mail = { ...app.mail, send: async (each: Mail) => void sent.push(each) };
    await tellOwner({ db, mail, settings: app.settings }, id, new Date());
    await tellOwner({ db, mail, settings: app.settings }, id, new Date());
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: owner.email });
    expect(sent[0]?.text).toContain('1 faixa aprovada e 1 faixa recusada');
    const { rows } = await db.execute(
      sql`select 1 from pgboss.job where name = 'project-answers' and data->>'projectId' = ${id}`,
    );
    expect(rows, 'one job waits').toHaveLength(1);
  });

  it('A-117: a name is asked for, texts are bounded, and what is not in the project is refused', async () => {
    const { token, light } = await aShared();
    const post = async (fields: Record<string, string>) => {
      const body = new URLSearchParams({ intent: 'answer', trackId: light.id, ...answer, ...fields });
      const response = await ask(`/aprovar/${token}.data`, { method: 'POST', body });
      return [response.status, await response.text()] as const;
    };
    expect(await post({ person: ' ' })).toEqual([422, expect.stringContaining('Diga o seu nome.')]);
    expect(await post({ words: 'x'.repeat(301) })).toEqual([422, expect.stringContaining('300 caracteres')]);
    expect(await post({ verdict: 'talvez' })).toEqual([422, expect.stringContaining('Escolha aprovar')]);
    const other = await aShared();
    expect(await post({ trackId: other.light.id })).toEqual([
      422,
      expect.stringContaining('saiu do projeto'),
    ]);
    expect((await post({}))[0]).toBe(200);
    expect((await openShare(db, token, new Date())).title).toBe('Natal da cliente');
  });
});
