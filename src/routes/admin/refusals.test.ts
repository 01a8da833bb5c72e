import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { anAdmin, aUser } from '#tests/builders.ts';
import { wholeSite } from '#tests/whole-site.ts';

const { app, ask, signIn } = await wholeSite();
const { db } = app;

it('ADM-01: the counts of the rail cannot take the page with them', async () => {
  const headers = { Cookie: await signIn(await anAdmin(db)) };
  await db.execute(sql`alter table recording_requests rename to away`);
  try {
    expect((await ask('/admin/manage-packages', { headers })).status).toBe(200);
    const own = await ask('/admin/recording-requests', { headers });
    expect(await own.text()).not.toContain('Algo saiu do ar');
  } finally {
    await db.execute(sql`alter table away rename to recording_requests`);
  }
});

it.each(['/admin/storage', '/admin/manage-packages'])(
  'DEN-02: Voltar on the refusal of %s leads back',
  async (path) => {
    const answer = await ask(path, { headers: { Cookie: await signIn(await aUser(db)) } });
    expect(answer.status).toBe(403);
    // The script goes back; without one, or without a page before, the link leads home.
    expect(await answer.text()).toMatch(
      /<a (?=[^>]*data-scripted="")(?=[^>]*href="\/")[^>]*>.{0,400}Voltar<\/a>/s,
    );
  },
);

it('CEO-01: a saved description is the description of every page, and the only one', async () => {
  const saved = 'Rádio "São João" & cia';
  const own = /<meta name="description" content="([^"]*)"/g;
  const descriptions = async (path: string) =>
    Array.from((await (await ask(path)).text()).matchAll(own), ([, words]) => words);
  const before = await descriptions('/auth');
  expect(before).toEqual(['Entre na sua conta.']);
  await db.execute(
    sql`insert into page_content (section_name, content) values
      ('site_settings', ${JSON.stringify({ description: saved })}::jsonb)`,
  );
  await app.bus.publish('content', 'site_settings');
  for (const path of ['/', '/auth', '/termos', '/privacidade', '/nada-disso'])
    expect(await descriptions(path), path).toEqual([
      saved.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
    ]);
});
