import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockSize, HotBlocks } from './hot-blocks.server.ts';
import type { OpenFile } from './open-files.server.ts';

const content = randomBytes(10 * blockSize + 100);
let folder: string;
let fd: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonoteca-blocks-'));
  await writeFile(join(folder, 'a'), content);
  fd = openSync(join(folder, 'a'), 'r');
});
afterAll(async () => {
  closeSync(fd);
  await rm(folder, { recursive: true });
});
const open = (stamp = 'a'): OpenFile => ({ fd, size: content.length, modifiedAt: new Date(), stamp });
const whole = (pieces: Buffer[] | null) => pieces && Buffer.concat(pieces);

it('gives exactly the bytes asked for, read once and then from memory', async () => {
  const blocks = new HotBlocks();
  const file = open();
  for (const [start, end] of [
    [0, 0],
    [5, blockSize + 5],
    [blockSize, 2 * blockSize - 1],
    [content.length - 150, content.length - 1],
  ] as const) {
    const right = content.subarray(start, end + 1);
    expect(whole(await blocks.read(file, start, end))!.equals(right)).toBe(true);
    expect(whole(blocks.peek(file, start, end))!.equals(right)).toBe(true);
  }
  expect(blocks.peek(open('another'), 0, 0)).toBeNull();
});

it('forgets what was not asked for the longest', async () => {
  const blocks = new HotBlocks({ bytes: 3 * blockSize });
  const file = open();
  // Sequential: parallel reads finish in any order.
  for (const at of [0, 1, 2]) await blocks.read(file, at * blockSize, at * blockSize);
  blocks.peek(file, 0, 0);
  await blocks.read(file, 5 * blockSize, 5 * blockSize);
  expect(blocks.peek(file, 0, 0)).not.toBeNull();
  expect(blocks.peek(file, blockSize, blockSize)).toBeNull();
});

it('gives a run without a gap', async () => {
  const blocks = new HotBlocks();
  const file = open();
  await blocks.read(file, 0, 6 * blockSize);
  await blocks.read(file, 8 * blockSize, content.length - 1);
  const run = (start: number, end: number) => whole(blocks.run(file, start, end))!;
  expect(run(10, content.length - 1).equals(content.subarray(10, 7 * blockSize))).toBe(true);
  expect(run(5 * blockSize, content.length - 1)).toHaveLength(2 * blockSize);
  expect(run(7 * blockSize, content.length - 1)).toHaveLength(0);
  expect(run(10 * blockSize, content.length - 1)).toHaveLength(100);
  expect(run(0, 99)).toHaveLength(100);
});

it('keeps files that are sent again and again, if they leave room for others', () => {
  const blocks = new HotBlocks({ bytes: 30 * blockSize + 300 });
  expect(blocks.isPopular(open())).toBe(false);
  expect(blocks.isPopular(open())).toBe(false);
  const roomy = new HotBlocks({ bytes: 100 * blockSize });
  expect([roomy.isPopular(open()), roomy.isPopular(open())]).toEqual([false, true]);
  for (let other = 0; other < 64; other++) roomy.isPopular(open(`other ${other}`));
  expect(roomy.isPopular(open())).toBe(false);
});
