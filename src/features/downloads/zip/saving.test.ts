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

/** A browser and a site, as far as saving a ZIP of so many bytes needs them. */
function browserFor(size: number) {
  const calls: string[] = [];
  const clicked: string[] = [];
  const site = async (path: string, { method = 'GET' } = {}) => {
    const [where] = path.split('?');
    calls.push(`${method} ${where}`);
    if (where!.endsWith('/progress')) return Response.json({ state: 'sent', sent: size });
    return new Response(method === 'HEAD' ? null : 'PK', { headers: { 'Content-Length': String(size) } });
  };
  const link = { href: '', click: () => clicked.push(link.href), remove: () => {} };
  vi.stubGlobal('fetch', site);
  vi.stubGlobal('document', { createElement: () => link, body: { append: () => {} } });
  vi.useFakeTimers();
  return { calls, clicked };
}

async function saved(size: number) {
  const browser = browserFor(size);
  const stages: string[] = [];
  const wanted = { packageId: 'p', title: 'Dois gigas', sizes: [size] };
  const saving = saveZip(wanted, ({ kind }) => stages.push(kind));
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
