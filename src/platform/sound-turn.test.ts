import { afterEach, expect, it, vi } from 'vitest';
import { SoundTurn, soundEvent } from './sound-turn.ts';

// Two tabs share the channel, not the window.
vi.stubGlobal('window', new EventTarget());
const listeners: BroadcastChannel[] = [];
afterEach(() => {
  for (const channel of listeners.splice(0)) channel.close();
});

/** Waits until everything said so far has been heard by everybody. */
async function heard(): Promise<void> {
  const channel = new BroadcastChannel(soundEvent);
  const other = new BroadcastChannel(soundEvent);
  listeners.push(channel, other);
  const arrived = new Promise<void>((resolve) => {
    channel.onmessage = ({ data }) => data.source === 'end' && resolve();
  });
  other.postMessage({ source: 'end', since: -1 });
  await arrived;
}

function tab() {
  const silenced = vi.fn();
  return { turn: new SoundTurn(silenced), silenced };
}

it('PLY-14: what begins to sound silences the other tab', async () => {
  const [first, second] = [tab(), tab()];
  first.turn.claim();
  first.turn.take();
  await heard();
  expect(second.silenced).toHaveBeenCalledTimes(1);
  second.turn.claim();
  second.turn.take();
  await heard();
  expect(first.silenced).toHaveBeenCalledTimes(1);
});

it('PLY-14: when the messages of two tabs cross, the one that was asked for last goes on', async () => {
  const [first, second] = [tab(), tab()];
  first.turn.claim();
  second.turn.claim();
  second.turn.take();
  // It had stalled, sounds again, and has not read the other's message yet.
  first.turn.take();
  await heard();
  expect(first.silenced).toHaveBeenCalledTimes(1);
  expect(second.silenced).not.toHaveBeenCalled();
});

it('PLY-14: a sample of the landing page silences the player', async () => {
  const player = tab();
  player.turn.claim();
  const sample = new BroadcastChannel(soundEvent);
  listeners.push(sample);
  sample.postMessage({ source: 'sample' });
  await heard();
  expect(player.silenced).toHaveBeenCalledTimes(1);
});
