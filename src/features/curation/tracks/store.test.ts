import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leastChunkBytes } from '#features/media/audio/model.ts';

const megabyte = 1024 * 1024;
const pack = { id: 'p', title: 'Pacote' };
const fileOf = (name: string, megabytes: number) =>
  new File([new Uint8Array(megabytes * megabyte)], name, { lastModified: 1 });

/**
 * A proxy before the site: for each chunk size a status with a page of its own, 0 for a broken connection, or null.
 */
type Way = (size: number) => number | null;

/** A site that takes audio, seen through a proxy. */
function siteBehind(way: Way) {
  const received = new Map<string, number>();
  const pieces: number[] = [];
  const places = new Map<string, number>();
  const answers: { twice: string | null; isReached: boolean } = { twice: null, isReached: true };
  vi.stubGlobal('fetch', async (path: string, { body = '{}' } = {}) => {
    if (!answers.isReached) throw new TypeError('Failed to fetch');
    if (path === '/healthz') return new Response('ok');
    const sent = JSON.parse(body) as { name?: string; place?: number; again?: boolean };
    if (path.endsWith('/finish')) {
      const error = { code: 'twice', message: `Já está, com o nome “${answers.twice}”.` };
      if (answers.twice && !sent.again) return Response.json({ error }, { status: 409 });
      return Response.json({ trackId: 't' });
    }
    places.set(sent.name!, sent.place!);
    if (!received.has(sent.name!)) received.set(sent.name!, 0);
    return Response.json({ id: sent.name, received: received.get(sent.name!), chunkBytes: 8 * megabyte });
  });
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = 0;
      response: unknown = null;
      #id = '';
      declare onload: () => void;
      declare onerror: () => void;
      open = (_: string, path: string) => {
        this.#id = /audio\/([^?]+)/.exec(path)![1]!;
      };
      setRequestHeader() {}
      send(piece: Blob) {
        const refused = answers.isReached ? way(piece.size) : 0;
        if (refused === 0) return queueMicrotask(() => this.onerror());
        if (refused === null) {
          pieces.push(piece.size);
          received.set(this.#id, received.get(this.#id)! + piece.size);
          this.response = { received: received.get(this.#id) };
        }
        this.status = refused ?? 200;
        queueMicrotask(() => this.onload());
      }
    },
  );
  return { pieces, places, answers };
}

let store: typeof import('./store.ts');
const shown = () => store.sendings.getState().list.map(({ name, state, message }) => [name, state, message]);

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  store = await import('./store.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['says so', 413],
  ['cuts the line', 0],
])('where something on the way takes no more than 1 MB and %s, pieces become smaller', async (_, refusal) => {
  const { pieces } = siteBehind((size) => (size > megabyte ? refusal : null));
  store.sendAudio(pack, [fileOf('a.wav', 10), fileOf('b.wav', 3)]);
  await vi.runAllTimersAsync();
  expect(shown()).toEqual([
    ['a.wav', 'done', null],
    ['b.wav', 'done', null],
  ]);
  expect(Math.max(...pieces)).toBeLessThanOrEqual(megabyte);
  expect(
    pieces.filter((size) => size < megabyte / 4),
    'no smaller than needed',
  ).toEqual([]);
});

it('what takes not even the smallest piece is named, and tried again when asked', async () => {
  let isShut = true;
  const sizes: number[] = [];
  siteBehind((size) => {
    sizes.push(size);
    return isShut ? 413 : null;
  });
  store.sendAudio(pack, [fileOf('a.wav', 10)]);
  await vi.runAllTimersAsync();
  expect(shown()).toEqual([
    ['a.wav', 'failed', 'Um servidor no caminho até o site não aceita um envio deste tamanho (erro 413).'],
  ]);
  expect(sizes).toEqual([8, 4, 2, 1, 0.5, 0.25].map((size) => size * megabyte));
  expect(sizes.at(-1)).toBe(leastChunkBytes);
  isShut = false;
  store.retrySending(1);
  await vi.runAllTimersAsync();
  expect(shown()).toEqual([['a.wav', 'done', null]]);
});

it.each([
  [502, 'O site está com uma instabilidade (erro 502).'],
  [504, 'O site demorou demais para responder (erro 504).'],
])(
  'after a %i without a word of the site it goes on by itself, and says why it waits',
  async (status, cause) => {
    let isAway = true;
    siteBehind(() => (isAway ? status : null));
    store.sendAudio(pack, [fileOf('a.wav', 1)]);
    await vi.advanceTimersByTimeAsync(100);
    expect(shown()).toEqual([['a.wav', 'retrying', cause]]);
    isAway = false;
    await vi.runAllTimersAsync();
    expect(shown()).toEqual([['a.wav', 'done', null]]);
  },
);

it("says 'Sem conexão' when the browser has none, and 'O site não respondeu' when it has", async () => {
  const { answers } = siteBehind(() => null);
  answers.isReached = false;
  store.sendAudio(pack, [fileOf('a.wav', 1)]);
  await vi.advanceTimersByTimeAsync(100);
  expect(shown()).toEqual([['a.wav', 'retrying', 'O site não respondeu.']]);
  vi.stubGlobal('navigator', { onLine: false });
  await vi.advanceTimersByTimeAsync(5000);
  expect(shown()).toEqual([['a.wav', 'retrying', 'Sem conexão com a internet.']]);
  answers.isReached = true;
  await vi.runAllTimersAsync();
  expect(shown()).toEqual([['a.wav', 'done', null]]);
});

it('places count up over everything that is chosen', async () => {
  const { places } = siteBehind(() => null);
  store.sendAudio(pack, [fileOf('b.wav', 1), fileOf('a.wav', 1)]);
  store.sendAudio(pack, [fileOf('0.wav', 1)]);
  await vi.runAllTimersAsync();
  const order = [...places].sort(([, one], [, other]) => one - other).map(([name]) => name);
  expect(order).toEqual(['b.wav', 'a.wav', '0.wav']);
  expect(new Set(places.values()).size).toBe(3);
});

it('what the package has already waits for a decision; both are kept when that is wanted', async () => {
  const { answers } = siteBehind(() => null);
  answers.twice = 'Abertura.wav';
  store.sendAudio(pack, [fileOf('a.wav', 1)]);
  await vi.runAllTimersAsync();
  expect(shown()).toEqual([['a.wav', 'twice', 'Já está, com o nome “Abertura.wav”.']]);
  store.sendAgain(1);
  await vi.runAllTimersAsync();
  expect(shown()).toEqual([['a.wav', 'done', null]]);
});

it('what is on its way is not sent twice; what failed takes its own place', async () => {
  siteBehind(() => 403);
  store.sendAudio(pack, [fileOf('a.wav', 1), fileOf('a.wav', 1)]);
  expect(shown()).toHaveLength(1);
  await vi.runAllTimersAsync();
  const refused = 'Um servidor no caminho até o site recusou o pedido (erro 403).';
  expect(shown()).toEqual([['a.wav', 'failed', refused]]);
  store.sendAudio(pack, [fileOf('a.wav', 1)]);
  expect(shown()).toEqual([['a.wav', 'sending', null]]);
  await vi.runAllTimersAsync();
});
