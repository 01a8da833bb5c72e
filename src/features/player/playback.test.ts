import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlayableQueue, RepeatMode } from './model.ts';
import * as playback from './playback.ts';
import { atRest, type Playback, showsMini, trackOf } from './playback.ts';

const queueOf = (count: number, packageId = 'p1'): PlayableQueue => ({
  packageId,
  packageTitle: `Pacote ${packageId}`,
  coverUrl: null,
  kind: 'trilhas',
  tracks: Array.from({ length: count }, (_, at) => ({
    id: `${packageId}-t${at}`,
    name: `Faixa ${at}`,
    durationMs: 1000,
    peaks: null,
  })),
});
const three = queueOf(3);
const started = (queue = three, index = 0) => playback.start(atRest, queue, index);
const sounding = (queue = three, index = 0) => playback.soundBegan(started(queue, index));

describe('choosing', () => {
  it('CAT-20: a package starts at its first track, loading, with the mini player', () => {
    const state = playback.choose(atRest, three);
    expect(state).toMatchObject({ index: 0, wanted: true, loading: true, playing: false, mini: true });
    expect(showsMini(state)).toBe(true);
    expect(showsMini({ ...state, covered: true }), 'under the listening desk').toBe(false);
  });

  it('CAT-21: the same package again pauses, and once more goes on, in the same turn', () => {
    const paused = playback.choose(sounding(), three);
    expect(paused).toMatchObject({ wanted: false, playing: false, loading: false, turn: 1 });
    expect(playback.choose(paused, three)).toMatchObject({ wanted: true, loading: true, turn: 1, index: 0 });
  });

  it('a track that was started by itself goes on within its whole package, unheard', () => {
    const alone = sounding({ ...three, tracks: three.tracks.slice(1, 2) });
    const whole = playback.widen(alone, three);
    expect(whole).toEqual({ ...alone, queue: three, index: 1 });
    expect(trackOf(playback.step(whole, 1))?.id).toBe('p1-t2');
    expect(playback.widen(alone, queueOf(3, 'p2'))).toBe(alone);
    expect(playback.widen(alone, { ...three, tracks: three.tracks.slice(0, 1) }), 'is not in it').toBe(alone);
    expect(playback.widen(atRest, three)).toBe(atRest);
  });

  it('PKG-14: another track of the same package starts, the current one pauses', () => {
    expect(playback.choose(sounding(), three, 'p1-t2')).toMatchObject({ index: 2, wanted: true, turn: 2 });
    expect(playback.choose(sounding(three, 1), three, 'p1-t1')).toMatchObject({ index: 1, wanted: false });
  });

  it('PKG-13, CAT-22: an unknown track and a package without tracks change nothing', () => {
    const state = sounding();
    expect(playback.choose(state, three, 'nada')).toBe(state);
    expect(playback.choose(state, queueOf(0, 'p2'))).toBe(state);
    expect(playback.startFromAddress(state, three, 'nada')).toBe(state);
  });

  it('PKG-12: an address with a track starts it, and leaves it alone when it already plays', () => {
    expect(playback.startFromAddress(atRest, three, 'p1-t1')).toMatchObject({ index: 1, wanted: true });
    const state = sounding(three, 1);
    expect(playback.startFromAddress(state, three, 'p1-t1')).toBe(state);
  });
});

describe('previous, next and the end of a track', () => {
  it('PLY-03: next goes from last to first, previous from first to last', () => {
    expect(playback.step(sounding(three, 2), 1)).toMatchObject({ index: 0, wanted: true, loading: true });
    expect(playback.step(sounding(three, 0), -1)).toMatchObject({ index: 2 });
  });

  it('PLY-04: with one track or none they do nothing', () => {
    const one = sounding(queueOf(1));
    expect(playback.step(one, 1)).toBe(one);
    expect(playback.step(atRest, -1)).toBe(atRest);
    expect(playback.canStep(one)).toBe(false);
  });

  const ends: [RepeatMode, count: number, at: number, after: Partial<Playback>][] = [
    ['list', 3, 0, { index: 1, wanted: true }],
    ['list', 3, 2, { index: 0, wanted: true }],
    ['list', 1, 0, { index: 0, wanted: false, playing: false }],
    ['one', 1, 0, { index: 0, wanted: true, turn: 2 }],
    ['one', 3, 1, { index: 1, wanted: true, turn: 2 }],
    ['off', 3, 1, { index: 2, wanted: true }],
    ['off', 3, 2, { index: 2, wanted: false, playing: false }],
    ['off', 1, 0, { index: 0, wanted: false }],
  ];
  it.each(ends)('PLY-05, PLY-06: repeat %s, %i tracks, the end of track %i', (repeat, count, at, after) => {
    const state = { ...sounding(queueOf(count), at), repeat };
    expect(playback.trackEnded(state)).toMatchObject(after);
  });

  it('MIN-01: the mini player stays hidden on its page and open elsewhere', () => {
    const onPage = playback.soundBegan(playback.choose(playback.enterPage(atRest, 'p1'), three));
    expect(showsMini(playback.trackEnded(onPage))).toBe(false);
    expect(playback.trackEnded(sounding()).mini).toBe(true);
  });

  it('the repeat button goes round its three modes', () => {
    expect(playback.nextRepeat('list')).toBe('one');
    expect(playback.nextRepeat('one')).toBe('off');
    expect(playback.nextRepeat('off')).toBe('list');
  });
});

describe('how far the sound is', () => {
  it('PLY-02: when loading ends, playing becomes true', () => {
    expect(sounding()).toMatchObject({ loading: false, playing: true });
  });

  it('PLY-07: an error ends loading, does not play, says why, and the next track may be tried', () => {
    const failed = playback.soundFailed(started(), 'Não foi possível tocar esta faixa.');
    expect(failed).toMatchObject({ loading: false, playing: false, wanted: false });
    expect(failed.error).toBe('Não foi possível tocar esta faixa.');
    expect(playback.step(failed, 1)).toMatchObject({ index: 1, error: null, loading: true });
    expect(playback.toggle(failed)).toMatchObject({
      index: 0,
      error: null,
      loading: true,
      turn: failed.turn,
    });
  });

  it('A-48: a refusal of the browser is one play button, not an endless spinner', () => {
    const refused = playback.soundRefused(started());
    expect(refused).toMatchObject({ blocked: true, loading: false, playing: false, error: null });
    expect(playback.toggle(refused)).toMatchObject({ blocked: false, wanted: true, loading: true });
  });

  it('what comes late, after a pause, changes nothing', () => {
    const paused = playback.pause(started());
    expect(playback.soundBegan(paused)).toBe(paused);
    expect(playback.soundAwaited(paused)).toBe(paused);
  });
});

describe('the mini player', () => {
  it('PKG-15: leaving the page while it plays opens it; MIN-01: entering the page takes it away', () => {
    const onPage = playback.soundBegan(playback.choose(playback.enterPage(atRest, 'p1'), three));
    expect(showsMini(onPage)).toBe(false);
    const away = playback.leavePage(onPage, 'p1');
    expect(showsMini(away)).toBe(true);
    expect(showsMini(playback.enterPage(away, 'p2'))).toBe(true);
    const back = playback.enterPage(away, 'p1');
    expect(showsMini(back)).toBe(false);
    expect(showsMini(playback.leavePage(playback.pause(back), 'p1'))).toBe(false);
    // Directly from one page to the next: the first is left too.
    expect(showsMini(playback.enterPage(onPage, 'p2'))).toBe(true);
    expect(showsMini(playback.enterPage(onPage, 'p1'))).toBe(false);
  });

  it('PKG-16: leaving while paused does not open it', () => {
    const paused = playback.pause(playback.choose(playback.enterPage(atRest, 'p1'), three));
    expect(showsMini(playback.leavePage(paused, 'p1'))).toBe(false);
  });

  it('A-44: going on by a card, a key or the system opens it, because what sounds is seen', () => {
    const onPage = playback.pause(playback.choose(playback.enterPage(atRest, 'p1'), three));
    const away = playback.leavePage(onPage, 'p1');
    expect(showsMini(playback.toggle(away))).toBe(true);
    expect(showsMini(playback.choose(away, three))).toBe(true);
    expect(showsMini(playback.resume(away))).toBe(true);
    expect(showsMini(playback.step(away, 1))).toBe(true);
    expect(showsMini(playback.toggle(onPage))).toBe(false);
  });

  it('A-44: it stays when paused, until it is closed', () => {
    const paused = playback.pause(sounding());
    expect(showsMini(paused)).toBe(true);
    expect(showsMini(playback.stop(paused))).toBe(false);
  });

  it('leaving a page after the next one was entered does not forget the next one', () => {
    const state = playback.leavePage(playback.enterPage(playback.enterPage(atRest, 'p1'), 'p2'), 'p1');
    expect(state.page).toBe('p2');
  });

  it('PLY-19: stop clears track and index and keeps volume and repeat', () => {
    const state = playback.stop({ ...sounding(), volume: 0.3, repeat: 'one' });
    expect(trackOf(state)).toBeNull();
    expect(state).toMatchObject({ queue: null, index: null, mini: false, volume: 0.3, repeat: 'one' });
  });

  it('A-47: after a reload it is back, paused, but not on the page of its package', () => {
    const kept = { index: 1, mini: true, minimised: true };
    const state = playback.recall(atRest, three, kept);
    expect(state).toMatchObject({ index: 1, wanted: false, playing: false, mini: true, minimised: true });
    expect(playback.recall(playback.enterPage(atRest, 'p1'), three, kept).mini).toBe(false);
  });
});

describe('volume', () => {
  it('PLY-08: starts at 1 and goes from 0 to 1 in tenths', () => {
    expect(atRest.volume).toBe(1);
    for (const [asked, got] of [
      [0.44, 0.4],
      [1.7, 1],
      [-3, 0],
      [0.30000000000000004, 0.3],
    ] as const) {
      expect(playback.setVolume(atRest, asked).volume).toBe(got);
    }
    expect(playback.setVolume(atRest, Number.NaN)).toBe(atRest);
  });

  it('mute keeps the volume; turning it up ends it; from silence it comes back at half', () => {
    const muted = playback.toggleMute({ ...atRest, volume: 0.7 });
    expect(muted).toMatchObject({ muted: true, volume: 0.7 });
    expect(playback.toggleMute(muted)).toMatchObject({ muted: false, volume: 0.7 });
    expect(playback.setVolume(muted, 0.2)).toMatchObject({ muted: false, volume: 0.2 });
    expect(playback.toggleMute({ ...atRest, volume: 0 })).toMatchObject({ muted: false, volume: 0.5 });
  });
});

describe('whatever happens, in any order', () => {
  const queues = [queueOf(3), queueOf(1, 'p2'), queueOf(0, 'p3')];
  const moves: fc.Arbitrary<(state: Playback) => Playback>[] = [
    fc.nat(2).map((at) => (state) => playback.choose(state, queues[at]!)),
    fc.nat(2).map((at) => (state) => playback.enterPage(state, queues[at]!.packageId)),
    fc.nat(2).map((at) => (state) => playback.leavePage(state, queues[at]!.packageId)),
    fc.constantFrom(playback.toggle, playback.pause, playback.resume, playback.stop, playback.trackEnded),
    fc.constantFrom(playback.soundBegan, playback.soundAwaited, playback.soundRefused),
    fc.constant((state: Playback) => playback.soundFailed(state, 'não')),
    fc.constantFrom(1, -1).map((by) => (state) => playback.step(state, by as 1 | -1)),
  ];

  it('never plays or loads without a track or a wish, nor shows an error as playing (A-45)', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(...moves), { maxLength: 30 }), (all) => {
        const state = all.reduce<Playback>((now, move) => move(now), atRest);
        if (state.queue) expect(trackOf(state)).not.toBeNull();
        if (state.playing || state.loading) expect(state.wanted).toBe(true);
        if (state.wanted) expect(trackOf(state)).not.toBeNull();
        if (state.error !== null || state.blocked) expect(state.playing || state.loading).toBe(false);
        if (state.wanted && state.page !== state.queue!.packageId) expect(showsMini(state)).toBe(true);
        if (showsMini(state)) expect(state.page).not.toBe(state.queue!.packageId);
      }),
    );
  });
});
