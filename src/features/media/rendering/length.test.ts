import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hasFfmpeg, measureSound } from '../audio/gateway.server.ts';
import { renderSound } from './gateway.server.ts';
import { loudnessTolerance, type RenderWish } from './model.ts';

const folder = await mkdtemp(join(tmpdir(), 'sonoteca-length-'));
afterAll(() => rm(folder, { recursive: true }));

const asItIs: RenderWish = {
  format: 'wav',
  levelLufs: null,
  silenceDb: null,
  lengthMs: null,
  tempoBpm: null,
  fadeMs: 0,
};

/** A file that ffmpeg writes from a generated sound. */
function make(name: string, source: string): string {
  const path = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, '-ac', '2', path]);
  return path;
}

/** Decoded samples, of both channels together. */
function decode(path: string): Float32Array {
  const form = ['-ac', '1', '-ar', '44100', '-f', 'f32le', 'pipe:1'];
  const bytes = execFileSync('ffmpeg', ['-v', 'error', '-i', path, ...form]);
  return new Float32Array(new Uint8Array(bytes).buffer);
}

async function render(path: string, wish: Partial<RenderWish>) {
  const whole = { ...asItIs, ...wish };
  const draft = `${path}.${JSON.stringify(wish).replaceAll(/\W/g, '')}.${whole.format.slice(0, 3)}`;
  const result = await renderSound({ path, type: 'wav', draft, wish: whole });
  if (!result.ok) throw new Error(`${path}: ${result.reason}`);
  return { ...result, draft };
}

describe.skipIf(!(await hasFfmpeg({})))(
  'lengths and places of what is rendered (skipped without ffmpeg)',
  () => {
    const formats = ['mp3-320', 'mp3-192', 'wav'] as const;

    it.each(formats)('B08: the length of a rendered %s is what programs decode', async (format) => {
      for (const seconds of [0.1, 1.234, 3]) {
        const path = make(`whole-${seconds}.wav`, `anoisesrc=d=${seconds}:a=0.1:seed=1`);
        for (const lengthMs of [null, 2000]) {
          const { draft, durationMs } = await render(path, { format, lengthMs });
          expect(Math.abs((decode(draft).length * 1000) / 44_100 - durationMs)).toBeLessThan(1);
          const right = Math.min(seconds * 1000, lengthMs ?? Number.POSITIVE_INFINITY);
          expect(Math.abs(durationMs - right), `${seconds} ${lengthMs}`).toBeLessThanOrEqual(20);
        }
      }
    });

    it.each(formats)('F04: a %s says where in it the kept stretch begins', async (format) => {
      const click = 'aevalsrc=0.9*gt(t\\,1.5)*lt(t\\,1.51)*sin(6000*t):d=4:s=44100';
      const path = make('click.wav', click);
      for (const lengthMs of [null, 2000]) {
        const { draft, fromMs, leadMs } = await render(path, { format, lengthMs });
        const at = decode(draft).findIndex((sample) => Math.abs(sample) > 0.2);
        expect(Math.abs((at * 1000) / 44_100 - (1500 - fromMs + leadMs))).toBeLessThan(2);
      }
    });

    it.each([0.06, 0.2, 0.35])(
      'B02: a sound of %s s, shorter than a block of EBU R 128, has a level',
      async (seconds) => {
        const path = make(`short-${seconds}.wav`, `sine=f=1000:d=${seconds}:r=44100`);
        const long = make('long.wav', 'sine=f=1000:d=5:r=44100');
        const [one, other] = [
          await measureSound({ path, type: 'wav' }),
          await measureSound({ path: long, type: 'wav' }),
        ];
        expect(Math.abs(one.loudnessLufs! - other.loudnessLufs!)).toBeLessThan(0.5);
        const made = await render(path, { levelLufs: -20 });
        expect(Math.abs(made.loudnessLufs! + 20)).toBeLessThanOrEqual(loudnessTolerance);
      },
    );
  },
);
