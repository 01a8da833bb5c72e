import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { packages } from '#db/schema/catalog.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import type { sectionNames } from '#features/site/model.ts';
import { sectionInputs } from '#features/site/section-fields.ts';
import { plainLine, plainText } from '#platform/typed-text.ts';
import { aCategory, aCreditLot, anAdmin, aPackage, aSubscriber } from '#tests/builders.ts';
import { wholeSite } from '#tests/whole-site.ts';

const { app, signIn, ask } = await wholeSite();
const { db } = app;
const admin = await anAdmin(db);
const subscriber = await aSubscriber(db);
const category = await aCategory(db, { kind: 'pacotes-vinhetas' });
const cookies = { admin: await signIn(admin), subscriber: await signIn(subscriber) };
await aCreditLot(db, { userId: subscriber.userId, amount: 1000 });

const mark = '<img src=x onerror=alert(1)>';
const strange = [
  `'; DROP TABLE packages; -- ${mark}`,
  `" onmouseover="alert(1)" ${mark}`,
  `</title></script><script>alert(1)</script>${mark}`,
  `{{7*7}} \${7*7} <%= 7*7 %> #{7*7} ${mark}`,
  `%' or 1=1 -- _ % \\ ${mark}`,
  `=HYPERLINK("http://evil.test")\u202e\u2028 ${mark}`,
  `__proto__ constructor ${mark}`,
];

type Who = keyof typeof cookies;
const form = (path: string, who: Who, fields: Record<string, string>) =>
  ask(`${path}.data`, {
    method: 'POST',
    headers: { Cookie: cookies[who] },
    body: new URLSearchParams(fields),
  });
const call = (path: string, who: Who, body: unknown) =>
  ask(path, {
    method: 'POST',
    headers: { Cookie: cookies[who], 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const page = async (path: string, who?: Who) => {
  const answer = await ask(path, who ? { headers: { Cookie: cookies[who] } } : {});
  return { status: answer.status, html: await answer.text() };
};

/** Fills every text of a section with this one; values of a fixed format stay. */
function filledWith(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((one) => filledWith(one, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledWith(one, text)]));
}

const samples: Partial<Record<(typeof sectionNames)[number], object>> = {
  hero: { title: '', subtitle: '', video_title: '', video_description: '' },
  features: { title: '', subtitle: '', items: [{ title: '', text: '' }] },
  pricing: { title: '', subtitle: '' },
  faq: { title: '', subtitle: '', questions: [{ question: '', answer: '' }] },
  site_settings: { description: '', keywords: '' },
  license: { text: '' },
};

describe.each(strange)('SEC-08: %j', (text) => {
  it('is stored and shown as text in every field', async () => {
    const saved = await form('/admin/manage-packages', 'admin', {
      intent: 'save',
      title: text,
      description: text,
      tags: 'um',
      categoryId: category.id,
      isActive: 'on',
    });
    expect(saved.status).toBe(200);
    const [pack] = await db
      .select()
      .from(packages)
      .where(eq(packages.title, plainLine(text)));
    expect(pack).toMatchObject({ title: plainLine(text), description: plainText(text) });
    expect((await form('/profile', 'subscriber', { intent: 'name', displayName: text })).status).toBe(200);
    const ordered = await call('/functions/create-recording-request', 'subscriber', {
      packageId: pack!.id,
      radioName: text,
      whatsapp: '11987654321',
    });
    expect(ordered.ok, await ordered.clone().text()).toBe(true);
    const requests = await db
      .select()
      .from(recordingRequests)
      .where(eq(recordingRequests.radioName, plainLine(text)));
    expect(requests).toHaveLength(1);
    for (const [section, sample] of Object.entries(samples)) {
      const stored = await db.query.pageContent.findFirst({
        where: (row, { eq: is }) => is(row.sectionName, section),
      });
      const content = filledWith(sample, text);
      const answer = await call('/functions/save-content', 'admin', {
        section,
        version: stored?.version ?? 0,
        content,
      });
      expect(answer.status, `${section}: ${await answer.clone().text()}`).toBe(200);
    }

    for (const path of ['/', '/licenca', '/auth']) {
      const { status, html } = await page(path);
      expect(status, path).toBe(200);
      expect(html, path).not.toContain(mark);
      expect(html, path).not.toContain('<script>alert(1)');
    }
    for (const [path, who] of [
      [`/package/${pack!.id}`, 'subscriber'],
      ['/library', 'subscriber'],
      ['/category/pacotes-vinhetas', 'subscriber'],
      ['/minhas-gravacoes', 'subscriber'],
      ['/profile', 'subscriber'],
      ['/dashboard', 'subscriber'],
      ['/admin/manage-packages', 'admin'],
      [`/admin/manage-packages?editar=${pack!.id}`, 'admin'],
      ['/admin/manage-users', 'admin'],
      ['/admin/recording-requests', 'admin'],
      ['/admin/audit', 'admin'],
      ['/edit-home', 'admin'],
      ['/admin/ceo-settings', 'admin'],
    ] as const) {
      const { status, html } = await page(path, who);
      expect(status, path).toBe(200);
      expect(html, path).not.toContain(mark);
      expect(html, path).not.toContain('<script>alert(1)');
    }
  });

  it('is looked for as text, and matches nothing else', async () => {
    const other = await aPackage(db, { categoryId: category.id, title: 'Outra coisa' });
    await app.bus.publish('catalog');
    const q = encodeURIComponent(text);
    for (const path of [
      `/search?q=${q}`,
      `/category/pacotes-vinhetas?q=${q}`,
      `/admin/manage-users?q=${q}&plano=${q}&pagina=${q}`,
      `/admin/audit?quem=${q}&o-que=${q}&de=${q}&ate=${q}`,
      `/admin/recording-requests?status=${q}&pagina=${q}`,
      `/admin/manage-packages?q=${q}&categoria=${q}&ordem=${q}&situacao=${q}&editar=${q}&excluir=${q}`,
    ]) {
      const { status, html } = await page(path, 'admin');
      expect(status, path).toBe(200);
      expect(html, path).not.toContain(mark);
    }
    expect((await page(`/search?q=${q}`, 'admin')).html).not.toContain(other.title);
    expect((await ask(`/${q}`)).status).toBe(404);
  });
});

describe('SEC-08: what no field can hold', () => {
  const nothing = 'a\u0000b';
  it.each([
    ['/profile', 'subscriber', { intent: 'name', displayName: nothing }],
    ['/admin/manage-packages', 'admin', { intent: 'save', title: nothing, categoryId: category.id }],
    ['/admin/manage-packages', 'admin', { intent: 'save', id: nothing, title: 'x', categoryId: nothing }],
    ['/admin/manage-packages', 'admin', { intent: '__proto__' }],
    ['/admin/manage-packages', 'admin', { intent: 'constructor' }],
    ['/admin/categories', 'admin', { intent: 'save', name: nothing }],
    ['/admin/manage-users', 'admin', { intent: 'revoke', userId: nothing, reason: nothing }],
    ['/admin/manage-users', 'admin', { intent: 'toString' }],
    ['/admin/recording-requests', 'admin', { requestId: nothing, status: nothing }],
    ['/admin/storage', 'admin', { intent: 'restore', key: nothing }],
    ['/profile', 'subscriber', { intent: 'constructor' }],
  ] as const)('%s %s %j is refused or cleaned, never a fault', async (path, who, fields) => {
    expect((await form(path, who, fields)).status).toBeLessThan(500);
  });

  it.each([
    ['/functions/create-recording-request', { packageId: nothing, radioName: nothing, whatsapp: nothing }],
    ['/functions/favorites', { package_id: nothing }],
    ['/functions/audio-proxy', { fileId: nothing, fileName: nothing }],
    ['/functions/create-checkout', { price_id: nothing }],
    ['/functions/admin-login', { email: nothing, password: nothing }],
    ['/functions/save-content', { section: 'hero', version: 0, content: { title: nothing } }],
    ['/functions/save-content', { section: 'toString', version: 0, content: {} }],
    ['/functions/notifications/read', { id: nothing }],
    ['/api/auth/sign-in/email', { email: `a${nothing}@b.com`, password: nothing }],
    [
      '/api/auth/sign-up/email',
      { email: 'nulo@exemplo.com.br', password: `${nothing}-longa`, name: nothing },
    ],
  ])('%s %j is refused or cleaned, never a fault', async (path, body) => {
    expect((await call(path, 'admin', body)).status).toBeLessThan(500);
  });

  it.each([
    '/search?q=a%00b',
    '/admin/manage-users?q=%00',
    '/admin/manage-packages?q=%00&editar=%00&excluir=%00',
    '/package/%00',
    '/category/%00',
    '/admin/audit?quem=%00',
    '/nada%00',
    '/library/packages?kind=trilhas&q=%00',
    '/package/%00/queue',
    '/media/%00',
    '/audio/%00',
  ])('%s is no fault', async (path) => {
    expect((await page(path, 'admin')).status).toBeLessThan(500);
  });

  it('every section is among those that were tried, or takes no text', () => {
    const others = ['pricing_plans', 'contact', 'maintenance_mode', 'first_steps', 'category_images'];
    expect([...Object.keys(samples), ...others].sort()).toEqual(Object.keys(sectionInputs).sort());
  });
});
