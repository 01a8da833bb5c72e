import { rename } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { programVersion } from '#platform/project.server.ts';
import { anAdmin } from '#tests/builders.ts';
import { wholeSite } from '#tests/whole-site.ts';

const site = await wholeSite();
const cookie = await site.signIn(await anAdmin(site.app.db));
const ready = async () => {
  const answer = await site.ask('/readyz');
  return [answer.status, ((await answer.json()) as { disk: string }).disk];
};
const panel = async () => (await site.ask('/admin', { headers: { cookie } })).text();

it('OPS-12: the version is told by /healthz and on the panel', async () => {
  expect(await (await site.ask('/healthz')).json()).toEqual({ status: 'ok', version: programVersion() });
  expect(await panel()).toContain(programVersion());
});

it('OPS-06: a DATA_DIR that takes nothing any more makes /readyz a 503, and the panel says so until it is well', async () => {
  const { DATA_DIR } = site.app.settings;
  expect(await ready()).toEqual([200, 'ok']);
  expect(await panel()).not.toContain('O disco do servidor');
  await rename(DATA_DIR, `${DATA_DIR}-away`);
  expect(await ready()).toEqual([503, 'falhou']);
  expect(await panel()).toContain('O disco do servidor não aceita escrita');
  await rename(`${DATA_DIR}-away`, DATA_DIR);
  expect(await ready()).toEqual([200, 'ok']);
  expect(await panel()).not.toContain('O disco do servidor');
});
