import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { aWav } from '#tests/sounds.ts';
import { measureSound, UnreadableSound } from '../audio/gateway.server.ts';
import { measureElsewhere } from './gateway.server.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const song = join(root, 'demo/audio/vinheta-so-sucessos.mp3');
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-measuring-'));
afterAll(() => rm(folder, { recursive: true }));

const tone = join(folder, 'tom.wav');
await writeFile(tone, aWav(440, 2));
/** A folder whose ffmpeg does not end before whoever started it. */
const slow = join(folder, 'slow');
const begunFile = join(folder, 'begun');
await mkdir(slow);
await writeFile(
  join(slow, 'ffmpeg'),
  `#!/bin/sh\necho >> ${begunFile}\nwhile kill -0 $PPID; do sleep 1; done\n`,
);
await chmod(join(slow, 'ffmpeg'), 0o755);

/** The real program, which first tells who it is. */
const program = join(folder, 'program.ts');
const pidFile = join(folder, 'pid');
const real = JSON.stringify(join(root, 'server/measuring.ts'));
await writeFile(
  program,
  `import { writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
await import(${real});`,
);
const pid = async () => Number(await readFile(pidFile, 'utf8'));
const isAlive = (id: number) => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};

describe('measuring in a process of its own', () => {
  it('finds what this process finds, of many sounds at once, and begins one process for all', async () => {
    const measure = measureElsewhere(program);
    const given = [song, tone, song, tone, tone];
    const typeOf = (path: string) => (path === song ? 'mp3' : 'wav');
    const found = await Promise.all(given.map((path) => measure(path, typeOf(path))));
    const first = await pid();
    for (const [at, path] of given.entries())
      expect(found[at]).toEqual(await measureSound(path, typeOf(path)));
    await measure(song, 'mp3');
    expect(await pid()).toBe(first);
  });

  it('tells a file without a sound from one that could not be measured', async () => {
    const measure = measureElsewhere(program);
    const none = join(folder, 'nada.wav');
    await writeFile(none, 'nem de longe um som');
    await expect(measure(none, 'wav')).rejects.toBeInstanceOf(UnreadableSound);
    const lost = await measure(join(folder, 'sumiu.wav'), 'wav').catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(Error);
    expect(lost).not.toBeInstanceOf(UnreadableSound);
  });

  it('ends what nobody waits for any more, and goes on with the rest', async () => {
    const measure = measureElsewhere(program);
    const stop = new AbortController();
    const stopped = measure(tone, 'wav', { ffmpegFolder: slow, signal: stop.signal });
    await expect.poll(() => existsSync(begunFile)).toBe(true);
    stop.abort(new Error('cancelada'));
    await expect(stopped).rejects.toThrow('cancelada');
    await expect(measure(tone, 'wav', { signal: stop.signal })).rejects.toThrow('cancelada');
    expect((await measure(tone, 'wav')).durationMs).toBe(2000);
  });

  it('fails when the process dies, and measures the next sound in another', async () => {
    const measure = measureElsewhere(program);
    await rm(begunFile, { force: true });
    const lost = measure(tone, 'wav', { ffmpegFolder: slow });
    const reason = expect(lost).rejects.toThrow('SIGKILL');
    await expect.poll(() => existsSync(begunFile)).toBe(true);
    const first = await pid();
    process.kill(first, 'SIGKILL');
    await reason;
    expect((await measure(tone, 'wav')).durationMs).toBe(2000);
    expect(await pid()).not.toBe(first);
  });

  it('ends the process when there was nothing to measure for a while', async () => {
    const measure = measureElsewhere(program, 1);
    await measure(tone, 'wav');
    const first = await pid();
    await expect.poll(() => isAlive(first)).toBe(false);
    expect((await measure(tone, 'wav')).durationMs).toBe(2000);
  });

  it('fails with a sentence where it cannot begin', async () => {
    const measure = measureElsewhere(join(folder, 'no-such-program.ts'));
    await expect(measure(tone, 'wav')).rejects.toThrow('measuring ended');
  });
});
