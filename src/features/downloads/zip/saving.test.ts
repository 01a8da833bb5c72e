import { afterEach, describe, expect, it, vi } from 'vitest';
import { filesIn, largestInMemory, saveZip } from './saving.ts';

it.each([
  [0, 0],
  [99, 0],
  [100, 1],
  [299, 1],
  [300, 2],
  [599, 2],
  [600, 3],
  [10_000, 3],
])('DWN-05: %i bytes of a ZIP are %i whole files', (received, files) => {
  expect(filesIn([100, 200, 300], received)).toBe(files);
});

/** A browser and a site, as far as saving a ZIP needs them. */
function browserFor(size: number) {
  const calls: string[] = [];
  const clicked: string[] = [];
  let isKnown = false;
  const site = async (path: string, { method = 'GET', signal = null as AbortSignal | null } = {}) => {
    const [where] = path.split('?');
    calls.push(`${method} ${where}`);
    signal?.throwIfAborted();
    if (method === 'DELETE') {
      const answer = Response.json({}, { status: isKnown ? 200 : 404 });
      isKnown = true;
      return answer;
    }
    if (where!.endsWith('/progress')) return Response.json({ state: 'sent', sent: size });
    return new Response(method === 'HEAD' ? null : 'PK', { headers: { 'Content-Length': String(size) } });
  };
  const link = { href: '', click: () => clicked.push(link.href), remove: () => {} };
  vi.stubGlobal('fetch', site);
  vi.stubGlobal('document', { createElement: () => link, body: { append: () => {} } });
  vi.useFakeTimers();
  return { calls, clicked };
}

/** @param cancelAt the stage at which the person cancels */
async function saved(size: number, cancelAt?: string) {
  const browser = browserFor(size);
  const stages: string[] = [];
  const wanted = { path: '/package/p/zip', title: 'Dois gigas', sizes: [size] };
  const control = new AbortController();
  const tell = ({ kind }: { kind: string }) => {
    stages.push(kind);
    if (kind === cancelAt) control.abort();
  };
  const saving = saveZip(wanted, tell, control.signal);
  await vi.runAllTimersAsync();
  return { ...browser, stages, outcome: await saving };
}

describe('what is kept in memory', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('DWN-10: of 2 GB no byte passes through the page; the browser writes them to the disk', async () => {
    const { calls, clicked, stages, outcome } = await saved(2 * 1024 ** 3);
    expect(calls).toEqual(['HEAD /package/p/zip', 'GET /package/p/zip/progress']);
    expect(clicked).toEqual([expect.stringMatching(/^\/package\/p\/zip\?ticket=\w+$/)]);
    expect(new Set(stages)).toEqual(new Set(['preparing', 'fetching', 'writing']));
    expect(outcome.kind).toBe('saved');
  });

  it('DWN-10: never more than 200 MB are held', async () => {
    expect(largestInMemory).toBeLessThanOrEqual(200 * 1024 ** 2);
    expect((await saved(largestInMemory + 1)).calls).not.toContain('GET /package/p/zip');
  });

  it('DWN-05: up to there the page reads it, so that what breaks off leaves no file', async () => {
    const { calls, clicked } = await saved(largestInMemory);
    expect(calls).toEqual(['HEAD /package/p/zip', 'GET /package/p/zip']);
    expect(clicked).toEqual([expect.stringMatching(/^blob:/)]);
  });
});

describe('DWN-05: a download that is cancelled', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it.each([
    ['preparing', 1000],
    ['fetching', 1000],
    ['writing', 1000],
    ['preparing', 2 * 1024 ** 3],
  ])('while %s leaves no file, of %i bytes', async (stage, size) => {
    const { clicked, stages, outcome } = await saved(size, stage);
    expect([outcome, clicked, stages.at(-1)]).toEqual([{ kind: 'cancelled' }, [], stage]);
  });

  it('while the browser saves it, is ended by the server, also when that has not begun', async () => {
    const browser = browserFor(2 * 1024 ** 3);
    const control = new AbortController();
    const wanted = { path: '/package/p/zip', title: 'Dois gigas', sizes: [null] };
    const saving = saveZip(wanted, () => {}, control.signal);
    await vi.advanceTimersByTimeAsync(400);
    expect(browser.clicked).toHaveLength(1);
    control.abort();
    await vi.runAllTimersAsync();
    expect(await saving).toEqual({ kind: 'cancelled' });
    const ended = 'DELETE /package/p/zip/progress';
    expect(browser.calls).toEqual(['HEAD /package/p/zip', ended, ended]);
  });
});
