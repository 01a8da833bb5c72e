import { expect, it } from 'vitest';
import { anAdmin } from '#tests/builders.ts';
import { testSite } from '#tests/site.ts';

const site = await testSite();

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
