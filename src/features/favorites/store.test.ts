import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { heartStore, keyOf, recallHearts, setHeart, toastOf } from './store.ts';

/** Responses of the site, one per call, in the order set by the test. */
let calls: { method: string; answer: (status: number) => void }[] = [];
const item = { packageId: 'p', trackId: null };
const key = keyOf('u', item);
const isOn = () => heartStore.getState().wished.get(key);
/** The page's listeners, once its hearts are restored. */
let listeners: Record<string, (event: object) => void> = {};
const tick = () => new Promise((done) => setImmediate(done));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  calls = [];
  listeners = {};
  vi.stubGlobal('addEventListener', (type: string, run: () => void) => {
    listeners[type] = run;
  });
  heartStore.setState({ wished: new Map() });
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
  vi.stubGlobal('fetch', (_path: string, { method }: { method: string }) => {
    return new Promise((done, fail) => {
      const answer = (status: number) =>
        status === 0 ? fail(new TypeError('offline')) : done(new Response('{}', { status }));
      calls.push({ method, answer });
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a heart', () => {
  it('FAV-08: is turned at once, and stays when the site agrees', async () => {
    const turned = setHeart(key, item, true, false);
    expect(isOn()).toBe(true);
    await tick();
    calls[0]!.answer(201);
    expect(await turned).toEqual({ kind: 'saved' });
    expect([isOn(), calls.map((call) => call.method)]).toEqual([true, ['POST']]);
  });

  it('FAV-08: a wish that waits for an earlier call goes out when the page is left', async () => {
    recallHearts('u');
    void setHeart(key, item, true, false);
    void setHeart(key, item, false, true);
    void setHeart(key, item, true, false);
    await tick();
    expect(calls.map((call) => call.method)).toEqual(['POST']);
    listeners.pagehide!({});
    expect(calls.map((call) => call.method)).toEqual(['POST', 'POST']);
    for (const call of calls) call.answer(201);
    await tick();
    expect(isOn()).toBe(true);
  });

  it.each([
    ['waited for an earlier call', [true, false], ['DELETE']],
    ['was not answered', [true], ['POST']],
  ])(
    'FAV-08: a wish that %s when its page closed is shown and sent again by the next one',
    async (_, clicks, sent) => {
      const openPage = async (owner: string) => {
        calls = [];
        vi.resetModules();
        const page = await import('./store.ts');
        page.recallHearts(owner);
        await tick();
        return page;
      };
      const methods = () => calls.map((call) => call.method);
      const first = await openPage('u');
      for (const on of clicks) void first.setHeart(key, item, on, !on);
      await tick();
      // The browser breaks requests off, though the site may take them.
      calls[0]!.answer(0);
      await tick();
      await openPage('');
      expect(methods(), 'by the same person only').toEqual([]);
      const next = await openPage('u');
      expect(next.heartStore.getState().wished.get(key)).toBe(clicks.at(-1));
      expect(methods()).toEqual(sent);
      calls[0]!.answer(200);
      await tick();
      vi.runAllTimers();
      await openPage('u');
      expect(methods(), 'once it is answered, no more').toEqual([]);
    },
  );

  it.each([
    [500, 'refused'],
    [0, 'refused'],
    [404, 'refused'],
    [401, 'sign-in'],
    [403, 'no-plan'],
  ])('FAV-08, A-98: after %i it is turned back (%s)', async (status, kind) => {
    const turned = setHeart(key, item, false, true);
    expect(isOn()).toBe(false);
    await tick();
    calls[0]!.answer(status);
    expect(await turned).toEqual({ kind });
    expect(isOn()).toBe(true);
  });

  it('FAV-03: of many fast clicks the last wish is what the site gets, one call at a time', async () => {
    const outcomes = [setHeart(key, item, true, false), setHeart(key, item, false, true)];
    outcomes.push(setHeart(key, item, true, false));
    await tick();
    expect(calls.length).toBe(1);
    calls[0]!.answer(201);
    expect(await Promise.all(outcomes)).toEqual([
      { kind: 'overtaken' },
      { kind: 'overtaken' },
      { kind: 'saved' },
    ]);
    expect([calls.length, isOn()]).toEqual([1, true]);
  });

  it('FAV-03: clicked twice it is back where it was, on the site too', async () => {
    const first = setHeart(key, item, true, false);
    await tick();
    const second = setHeart(key, item, false, true);
    calls[0]!.answer(201);
    await first;
    await tick();
    calls[1]!.answer(200);
    expect(await second).toEqual({ kind: 'removed' });
    expect([calls.map((call) => call.method), isOn()]).toEqual([['POST', 'DELETE'], false]);
  });

  it('keeps what was turned over a reload, for as long as a page fetched ahead may be shown', async () => {
    const turned = setHeart(key, item, true, false);
    await tick();
    calls[0]!.answer(201);
    await turned;
    vi.runAllTimers();
    heartStore.setState({ wished: new Map() });
    recallHearts('u');
    expect(isOn()).toBe(true);
  });

  it('FAV-03: follows what is turned in another tab, but not while it is being turned here', async () => {
    recallHearts('u');
    const turnElsewhere = (on: boolean) => {
      localStorage.setItem('sonoteca-coracoes', JSON.stringify([{ key, on, at: Date.now() }]));
      listeners.storage!({ key: 'sonoteca-coracoes' });
    };
    turnElsewhere(true);
    expect(isOn()).toBe(true);
    turnElsewhere(false);
    expect(isOn()).toBe(false);
    const turned = setHeart(key, item, true, false);
    turnElsewhere(false);
    expect(isOn()).toBe(true);
    await tick();
    calls[0]!.answer(201);
    await turned;
    expect(isOn()).toBe(true);
  });

  it('what another tab turned long ago says nothing', () => {
    const at = Date.now() - 7 * 60_000;
    localStorage.setItem('sonoteca-coracoes', JSON.stringify([null, { key, on: true, at }]));
    recallHearts('u');
    expect(isOn()).toBeUndefined();
  });
});

describe('what is said', () => {
  const track = { packageId: 'p', trackId: 't' };
  it.each([
    ['saved', track, true, 'Favoritado!', undefined],
    ['saved', item, true, 'Pacote favoritado!', undefined],
    ['removed', track, false, 'Removido', undefined],
    ['refused', track, true, 'Erro', 'Não foi possível adicionar aos favoritos.'],
    ['refused', item, true, 'Erro', 'Não foi possível adicionar o pacote aos favoritos.'],
    ['refused', track, false, 'Erro', 'Não foi possível remover dos favoritos.'],
    ['refused', item, false, 'Erro', 'Não foi possível remover o pacote dos favoritos.'],
    ['sign-in', track, true, 'Login necessário', 'Faça login para favoritar faixas.'],
    ['sign-in', item, true, 'Login necessário', 'Faça login para favoritar pacotes.'],
  ] as const)('FAV-01, FAV-02, FAV-10: %s', (kind, what, on, title, description) => {
    const said = toastOf({ kind }, what, on);
    expect([said?.title, said?.description]).toEqual([title, description]);
  });

  it('names what was saved or removed', () => {
    expect(toastOf({ kind: 'saved' }, item, true, 'Trilhas de Natal')?.description).toBe('Trilhas de Natal');
    expect(toastOf({ kind: 'removed' }, item, false, 'Trilhas de Natal')?.description).toBe(
      'Trilhas de Natal',
    );
    expect(toastOf({ kind: 'refused' }, item, true, 'Trilhas de Natal')?.description).toContain('adicionar');
  });

  it('says nothing of a click that another overtook', () => {
    expect(toastOf({ kind: 'overtaken' }, item, true)).toBe(null);
  });
});
