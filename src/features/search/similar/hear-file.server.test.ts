import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { testDatabase } from '#tests/database.ts';
import { hearFile } from './hear-file.server.ts';

const { db } = await testDatabase();
const deps = { db, clock: { now: () => new Date() }, settings: {} };
const someone = () => ({ userId: newId() });
const refused = (reason: string) => ({ ok: false, reason });
const text = (address: string = newId()) => ({ body: Readable.from([Buffer.from('texto')]), address });

/** A body that brings nothing, once somebody waits for it. */
async function slowly(user: { userId: string }, address: string = newId()) {
  const { promise: isAwaited, resolve } = Promise.withResolvers<void>();
  const body = new Readable({ read: () => resolve() });
  const heard = hearFile(deps, user, { body, address });
  await isAwaited;
  return { body, heard };
}

it('an account has two places, and leaves the others to others', async () => {
  const [one, other] = [someone(), someone()];
  const files = [await slowly(one), await slowly(one)];
  expect(await hearFile(deps, one, text())).toEqual(refused('two-at-once'));
  expect(await hearFile(deps, other, text())).toEqual(refused('text'));
  for (const { body } of files) body.push(null);
  for (const { heard } of files) expect(await heard).toEqual(refused('empty'));
  expect(await hearFile(deps, one, text())).toEqual(refused('text'));
});

it('eight files are here at once, whoever sends them', async () => {
  const files = [];
  for (let amount = 0; amount < 8; amount++) files.push(await slowly(someone()));
  expect(await hearFile(deps, someone(), text())).toEqual(refused('busy'));
  for (const { body } of files) body.push(null);
  for (const { heard } of files) expect(await heard).toEqual(refused('empty'));
});

it('OPS-19: an address has four places, whatever its accounts; a refusal for want of a place costs none of the hour', async () => {
  const address = newId();
  const files = [];
  for (let amount = 0; amount < 4; amount++) files.push(await slowly(someone(), address));
  const one = someone();
  for (let times = 0; times < 40; times++)
    expect(await hearFile(deps, one, text(address))).toEqual(refused('busy'));
  expect(await hearFile(deps, someone(), text())).toEqual(refused('text'));
  for (const { body } of files) body.push(null);
  for (const { heard } of files) expect(await heard).toEqual(refused('empty'));
  expect(await hearFile(deps, one, text(address))).toEqual(refused('text'));
});

it('a body that hardly comes gives its place back', async () => {
  const body = new PassThrough();
  body.write('RIFF');
  const waits = { arrival: 60_000, next: 50, analysis: 60_000 };
  expect(await hearFile(deps, someone(), { body, address: newId() }, waits)).toEqual(refused('too-slow'));
});

it('a refused body can still be read on, so that the answer arrives', async () => {
  for (const bytes of ['texto sem som nenhum'.repeat(50), 'RIFF']) {
    const body = new PassThrough();
    body.write(bytes);
    const waits = { arrival: 60_000, next: 50, analysis: 60_000 };
    expect(await hearFile(deps, someone(), { body, address: newId() }, waits)).toMatchObject({ ok: false });
    expect(body.destroyed).toBe(false);
  }
});
