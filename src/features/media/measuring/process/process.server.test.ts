import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { PRIORITY_LOW } from '#platform/background.server.ts';
import { aWav } from '#tests/sounds.ts';
import { measureSound } from '../../audio/gateway.server.ts';
import { UnreadableFile } from '../model.ts';
import { ReadingProcess } from './gateway.server.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const song = join(root, 'demo/audio/vinheta-so-sucessos.mp3');
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-process-'));
afterAll(() => rm(folder, { recursive: true }));

const tone = join(folder, 'tom.wav');
await writeFile(tone, aWav(440, 2));
const programs = 'server/measuring.ts';
async function telling(name: string, program: string) {
  const path = join(folder, `${name}.ts`);
  const pidFile = join(folder, `${name}.pid`);
  await writeFile(
    path,
    `import { writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
${program}`,
  );
  return { path, pid: async () => Number(await readFile(pidFile, 'utf8')) };
}
const real = await telling('real', `await import(${JSON.stringify(join(root, programs))});`);
/** Files whose text says what they do to the reading process. */
const journal = join(folder, 'journal');
const hostile = await telling(
  'hostile',
  `import { appendFileSync, readFileSync } from 'node:fs';
process.on('message', ({ id, input, stop }) => {
  if (stop) return;
  const says = readFileSync(input.path, 'utf8');
  appendFileSync(${JSON.stringify(journal)}, says + '\\n');
  if (says === 'kills') process.abort();
  if (says === 'hangs') for (;;);
  if (says === 'eats') Buffer.alloc(1500 * 1024 * 1024).fill(1);
  if (says !== 'waits') setTimeout(() => process.send({ id, result: true }), says.startsWith('slow') ? 300 : 0);
});
process.once('disconnect', () => process.exit());
process.send({ ready: true });`,
);
async function aFile(says: string): Promise<{ path: string }> {
  const path = join(folder, says);
  await writeFile(path, says);
  return { path };
}
const journalOf = async (says: string) =>
  (await readFile(journal, 'utf8')).split('\n').filter((line) => line === says).length;

const options = { priority: PRIORITY_LOW, atOnce: 8 };
const open = (program: string, rest?: number) => {
  const one = new ReadingProcess({ ...options, program, ...(rest ? { rest } : {}) });
  return {
    measure: (
      path: string,
      type: 'mp3' | 'wav',
      more: { ffmpegFolder?: string; signal?: AbortSignal } = {},
    ) =>
      one.run(
        'measureSound',
        { path, type, ...(more.ffmpegFolder && { ffmpegFolder: more.ffmpegFolder }) },
        { patience: 60_000, signal: more.signal },
      ),
    read: (file: { path: string }, patience = 60_000, mostWaiting?: number) =>
      one.run('readSound', file, { patience, ...(mostWaiting === undefined ? {} : { mostWaiting }) }),
  };
};
const isAlive = (id: number) => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};

/** An ffmpeg that reports its pid and runs until it is killed. */
const slow = join(folder, 'slow');
const begunFile = join(folder, 'begun');
await mkdir(slow);
await writeFile(join(slow, 'ffmpeg'), `#!/bin/sh\necho $$ >> ${begunFile}\nexec sleep 600\n`);
await chmod(join(slow, 'ffmpeg'), 0o755);

describe('the process that reads files', () => {
  it('finds what this process finds, of many sounds at once, and begins once for all', async () => {
    const { measure } = open(real.path);
    const given = [song, tone, song, tone, tone];
    const typeOf = (path: string) => (path === song ? 'mp3' : 'wav');
    const found = await Promise.all(given.map((path) => measure(path, typeOf(path))));
    const first = await real.pid();
    for (const [at, path] of given.entries())
      expect(found[at]).toEqual(await measureSound({ path, type: typeOf(path) }));
    await measure(song, 'mp3');
    expect(await real.pid()).toBe(first);
  });

  it('tells a file without a sound from one that could not be read', async () => {
    const { measure } = open(real.path);
    const none = join(folder, 'nada.wav');
    await writeFile(none, 'nem de longe um som');
    expect(await measure(none, 'wav')).toMatchObject({ durationMs: null, unreadable: expect.any(String) });
    await expect(measure(join(folder, 'sumiu.wav'), 'wav')).rejects.toThrow('ENOENT');
  });

  it('ends what nobody waits for any more, and goes on with the rest', async () => {
    const { measure } = open(real.path);
    const stop = new AbortController();
    const stopped = measure(tone, 'wav', { ffmpegFolder: slow, signal: stop.signal });
    await expect.poll(() => existsSync(begunFile)).toBe(true);
    stop.abort(new Error('cancelada'));
    await expect(stopped).rejects.toThrow('cancelada');
    await expect(measure(tone, 'wav', { signal: stop.signal })).rejects.toThrow('cancelada');
    expect((await measure(tone, 'wav')).durationMs).toBe(2000);
  });

  it('ends with all that it has begun', async () => {
    const { measure } = open(real.path);
    await rm(begunFile, { force: true });
    const stop = new AbortController();
    const lost = measure(tone, 'wav', { ffmpegFolder: slow, signal: stop.signal });
    lost.catch(() => {});
    await expect.poll(() => existsSync(begunFile) && readFile(begunFile, 'utf8')).toMatch(/^\d+\n/);
    const ffmpeg = Number((await readFile(begunFile, 'utf8')).trim());
    process.kill(await real.pid(), 'SIGKILL');
    await expect.poll(() => isAlive(ffmpeg)).toBe(false);
    stop.abort();
  });

  it('ends when there was nothing to read for a while', async () => {
    const { measure } = open(real.path, 1);
    await measure(tone, 'wav');
    const first = await real.pid();
    await expect.poll(() => isAlive(first)).toBe(false);
    expect((await measure(tone, 'wav')).durationMs).toBe(2000);
  });

  it('that cannot begin blames no file', async () => {
    const { read } = open(join(folder, 'no-such-program.ts'));
    const failure = await read(await aFile('fine')).catch((error: unknown) => error);
    expect(failure).not.toBeInstanceOf(UnreadableFile);
    expect(String(failure)).toContain('measuring ended');
  });
});

describe('A.2: a file that ends the process', () => {
  it('is read twice and then unreadable; those beside it are read all the same', async () => {
    await rm(journal, { force: true });
    const { read } = open(hostile.path);
    const beside = read(await aFile('slow one'));
    const other = read(await aFile('slow two'));
    const killing = read(await aFile('kills'));
    const later = killing.catch(() => null).then(async () => read(await aFile('fine')));
    await expect(killing).rejects.toBeInstanceOf(UnreadableFile);
    expect(await Promise.all([beside, other, later])).toEqual([true, true, true]);
    expect(await journalOf('kills')).toBe(2);
  });

  it('because it hangs does so no longer than it may', async () => {
    const { read } = open(hostile.path);
    const hanging = read(await aFile('hangs'), 300);
    await expect(hanging).rejects.toThrow('took longer than 300 ms');
    expect(await read(await aFile('fine'))).toBe(true);
  });

  it('because it wants too much memory does not get it', async () => {
    const { read } = open(hostile.path);
    await expect(read(await aFile('eats'))).rejects.toThrow(/Array buffer allocation failed|SIGABRT|SIGSEGV/);
    expect(await read(await aFile('fine'))).toBe(true);
  });

  it('makes nobody wait without end: who comes when too many wait is refused, with a sentence', async () => {
    const one = new ReadingProcess({ ...options, program: hostile.path, atOnce: 1 });
    const stop = new AbortController();
    const ask = (file: { path: string }) =>
      one.run('readSound', file, { patience: 60_000, mostWaiting: 2, signal: stop.signal });
    const waits = await aFile('waits');
    const asked = Array.from({ length: 3 }, () => ask(waits).catch(() => 'stopped'));
    await expect(ask(waits)).rejects.toMatchObject({
      status: 429,
      retryAfter: 5,
      message: /arquivos demais/,
    });
    stop.abort();
    expect(await Promise.all(asked)).toEqual(['stopped', 'stopped', 'stopped']);
  });
});
