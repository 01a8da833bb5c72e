import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type SoundTurn, soundChannel } from './sound-turn.ts';

const channels: BroadcastChannel[] = [];
const turns: SoundTurn[] = [];
beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const channel of channels.splice(0)) channel.close();
  for (const turn of turns.splice(0)) turn.close();
});

/** Waits until all messages and the replies to them are delivered. */
async function heard(): Promise<void> {
  const channel = new BroadcastChannel(soundChannel);
  const other = new BroadcastChannel(soundChannel);
  channels.push(channel, other);
  for (let round = 0; round < 3; round++) {
    const arrived = new Promise<void>((resolve) => {
      channel.onmessage = ({ data }) => data.id === 'end' && resolve();
    });
    other.postMessage({ number: -1, id: 'end' });
    await arrived;
  }
}

async function tab() {
  vi.resetModules();
  const module = await import('./sound-turn.ts');
  const silenced = vi.fn();
  const turn: SoundTurn = new module.SoundTurn(() => silenced());
  turns.push(turn);
  const sound = () => {
    turn.claim();
    turn.take();
  };
  return { turn, sound, silenced };
}

it('PLY-14: what begins to sound silences the other tab', async () => {
  const [first, second] = [await tab(), await tab()];
  first.sound();
  await heard();
  second.sound();
  await heard();
  expect([first.silenced, second.silenced].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  first.sound();
  await heard();
  expect([first.silenced, second.silenced].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('PLY-14: a tab that slept, so that its clock is an hour behind, silences the one that sounds', async () => {
  const [slept, awake] = [await tab(), await tab()];
  awake.sound();
  await heard();
  const clock = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(clock - 3_600_000);
  vi.spyOn(Date, 'now').mockReturnValue(0);
  slept.sound();
  await heard();
  vi.restoreAllMocks();
  expect([slept.silenced, awake.silenced].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
});

it('PLY-14: when the messages of two tabs cross, the one that was asked for last goes on', async () => {
  const [first, second] = [await tab(), await tab()];
  first.turn.claim();
  second.turn.claim();
  second.turn.take();
  // It resumes after a stall, before it has read the other's message.
  first.turn.take();
  await heard();
  expect(first.turn.take(), 'it may not go on').toBe(false);
  expect([first.silenced, second.silenced].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});

it('PLY-14: a sound that goes on in a tab that heard nothing while it slept is answered, and ends', async () => {
  const awake = await tab();
  const slept = new BroadcastChannel(soundChannel);
  const answers: unknown[] = [];
  slept.onmessage = ({ data }) => answers.push(data.number);
  channels.push(slept);
  awake.sound();
  await heard();
  answers.length = 0;
  slept.postMessage({ number: 0, id: 'slept' });
  await heard();
  expect(answers).toContain(1);
  expect(awake.silenced).not.toHaveBeenCalled();
});

it('PLY-14: of two that were asked for at the same moment exactly one goes on', async () => {
  vi.stubGlobal('localStorage', undefined);
  const [first, second] = [await tab(), await tab()];
  first.sound();
  second.sound();
  await heard();
  const silenced = [first.silenced, second.silenced].map(({ mock }) => mock.calls.length);
  expect(silenced.toSorted((a, b) => a - b)).toEqual([0, 1]);
});

it('PLY-14: a sound that was paused keeps nobody silent', async () => {
  const [first, second] = [await tab(), await tab()];
  first.turn.claim();
  second.sound();
  second.turn.release();
  await heard();
  first.silenced.mockClear();
  first.turn.claim();
  first.turn.take();
  await heard();
  expect(first.silenced).not.toHaveBeenCalled();
});
