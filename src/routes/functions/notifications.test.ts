import { expect, it } from 'vitest';
import { anAdmin } from '#tests/builders.ts';
import { testSite } from '#tests/site.ts';

const site = await testSite();
const { bus } = site;

/** Current listeners of the bus through this site. */
let listening = 0;
const on = bus.on.bind(bus);
bus.on = (topic, listener) => {
  listening++;
  const stop = on(topic, listener);
  return () => {
    listening--;
    stop();
  };
};

it('the stream of the bell listens for as long as somebody reads it, and not for a HEAD', async () => {
  const cookie = await site.signIn(await anAdmin(site.db));
  const leaving = new AbortController();
  const path = '/functions/notifications/events';
  const head = await site.ask(path, { Cookie: cookie }, { method: 'HEAD' });
  expect(head.headers.get('content-type')).toContain('text/event-stream');
  expect(listening).toBe(0);
  const reader = (await site.ask(path, { Cookie: cookie }, { signal: leaving.signal })).body!.getReader();
  await reader.read();
  expect(listening).toBe(1);
  leaving.abort();
  await expect.poll(() => listening).toBe(0);
});

it('OPS-19: an account has twenty streams; a further one is refused, and a closed one makes room', async () => {
  const cookies = [await site.signIn(await anAdmin(site.db)), await site.signIn(await anAdmin(site.db))];
  const leaving = new AbortController();
  const open = (cookie = cookies[0]) =>
    site.ask('/functions/notifications/events', { Cookie: cookie ?? '' }, { signal: leaving.signal });
  const streams = await Promise.all(Array.from({ length: 20 }, () => open()));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  expect((await open()).status).toBe(429);
  expect((await open(cookies[1])).status).toBe(200);
  leaving.abort();
  await expect.poll(() => listening).toBe(0);
  const later = await site.ask('/functions/notifications/events', { Cookie: cookies[0] ?? '' });
  expect(later.status).toBe(200);
  await later.body?.cancel();
  await expect.poll(() => listening).toBe(0);
});

it('the stream of the bell ends with the program, so that an open page does not hold it up', async () => {
  const cookie = await site.signIn(await anAdmin(site.db));
  const open = () => site.ask('/functions/notifications/events', { Cookie: cookie });
  const stream = (await open()).body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await stream.read()).value).toMatch(/^event: alive\n/);
  site.beginEnd();
  expect((await stream.read()).done).toBe(true);
  expect(await (await open()).text(), 'asked for meanwhile, it ends at once').toBe('');
  expect(site.bugs).toEqual([]);
});
