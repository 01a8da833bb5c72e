import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { providerSubscriptions } from '#db/schema/subscriptions.ts';
import { formatSize, initials } from '#platform/format.ts';
import { aCategory, aDownload, aPackage, aSubscriber, aTrack, aUser } from '#tests/builders.ts';
import { wholeSite } from '#tests/whole-site.ts';

const { app, signIn, ask } = await wholeSite();
const { db } = app;

/** A server-rendered page: its HTML without scripts, and its text. */
async function see(path: string, cookie = ''): Promise<{ html: string; text: string; status: number }> {
  const answer = await ask(path, { headers: { Cookie: cookie } });
  const html = (await answer.text()).replace(/<script[\s\S]*?<\/script>/g, '');
  const text = html
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  return { html, text, status: answer.status };
}
const linksOf = (html: string) => Array.from(html.matchAll(/<a [^>]*href="([^"]+)"/g), ([, href]) => href);
const headingOf = (html: string) => /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1]?.replace(/<[^>]+>/g, '');

describe('before anything is in the catalogue', () => {
  it('SRC-10: a search without a term and with nothing to list asks for one', async () => {
    const cookie = await signIn(await aSubscriber(db));
    expect((await see('/search', cookie)).text).toContain('Digite algo para buscar');
  });
});

describe('for whoever has no session', () => {
  it('AUT-01: /auth is one form with e-mail and password, for signing in and for signing up', async () => {
    for (const path of ['/auth', '/auth?modo=cadastro']) {
      const { html } = await see(path);
      expect(html.match(/<form/g)).toHaveLength(1);
      expect(html.match(/<input[^>]*name="email"/g)).toHaveLength(1);
      expect(html.match(/<input[^>]*name="password"/g)).toHaveLength(1);
    }
  });

  it('PAY-05: a given up payment leads to the plans and to the start', async () => {
    const { html } = await see('/payment/canceled');
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    expect(linksOf(main)).toEqual(['/#planos', '/']);
  });
});

describe('in the library', () => {
  it.each([
    ['trilhas', 'trilhas', 'TRILHAS ALEGRES', 'Pacotes de Trilhas'],
    ['efeitos-sonoros', 'efeitos-sonoros', 'EFEITOS SONOROS', 'Efeitos Sonoros'],
    ['pacotes-vinhetas', 'pacotes-vinhetas', 'PACOTES DE VINHETAS', 'Pacotes de Vinhetas'],
  ])(
    'CAT-01, CAT-07: /category/%s shows its categories, and all of them',
    async (slug, kind, name, title) => {
      const cookie = await signIn(await aSubscriber(db));
      const { id: categoryId } = await aCategory(db, { kind, name });
      const { id, title: packTitle } = await aPackage(db, { categoryId });
      await aTrack(db, { packageId: id });
      await app.bus.publish('catalog');
      const page = await see(`/category/${slug}`, cookie);
      expect(headingOf(page.html)).toContain(title);
      expect(page.text).toContain(packTitle);
      expect(headingOf((await see(`/category/${slug}/all`, cookie)).html)).toContain(`Todos os ${title}`);
    },
  );

  it('PKG-03, CRD-08: a package with its cover, words and seal, all with a name', async () => {
    const cookie = await signIn(await aSubscriber(db));
    const given = { title: 'Manhã de Domingo', description: 'Calma e clara.', tags: ['violão', 'leve'] };
    const [plain, featured] = [await aPackage(db, given), await aPackage(db, { ...given, isFeatured: true })];
    for (const { id } of [plain, featured]) await aTrack(db, { packageId: id });
    await app.bus.publish('catalog');
    const page = await see(`/package/${plain.id}`, cookie);
    for (const words of ['Manhã de Domingo', 'Calma e clara.', 'violão', 'leve']) {
      expect(page.text).toContain(words);
    }
    expect(page.html).toMatch(/<img[^>]*alt="[^"]*Manhã de Domingo/);
    const sealOf = (html: string) =>
      html.slice(html.indexOf('<main'), html.indexOf('</h1>')).includes('Destaque');
    expect(sealOf(page.html)).toBe(false);
    expect((await see(`/package/${featured.id}`, cookie)).text).toContain('Destaque');
  });

  it('PKG-09: a package without audio says so', async () => {
    const cookie = await signIn(await aSubscriber(db));
    const { id } = await aPackage(db);
    await app.bus.publish('catalog');
    expect((await see(`/package/${id}`, cookie)).text).toContain(
      'Nenhum arquivo de áudio encontrado neste pacote.',
    );
  });

  it('LIB-03: the first answer already knows the subscriber; no closed door flashes', async () => {
    const cookie = await signIn(await aSubscriber(db));
    for (const path of ['/library', '/category/trilhas', '/favorites']) {
      expect((await see(path, cookie)).text).not.toContain('Assinatura Necessária');
    }
    const without = await see('/library', await signIn(await aUser(db)));
    expect([without.status, without.text.includes('Assinatura Necessária')]).toEqual([403, true]);
  });
});

describe('of the account', () => {
  it('PRO-20, PRO-21, A11-05: the panel welcomes, knows since when, and counts what was downloaded', async () => {
    const createdAt = new Date('2025-03-09T15:00:00Z');
    const user = await aSubscriber(db, { displayName: 'Rádio da Serra', createdAt });
    const cookie = await signIn(user);
    const figure = async () =>
      /Total de downloads<\/dt><dd[^>]*>([^<]*)/.exec((await see('/dashboard', cookie)).html)?.[1];
    expect(await figure()).toBe('0');
    await aDownload(db, { userId: user.userId });
    await aDownload(db, { userId: user.userId });
    expect(await figure()).toBe('2');
    const { text } = await see('/dashboard', cookie);
    for (const words of ['Meu Painel', 'Rádio da Serra', user.email, 'Membro desde', '09/03/2025']) {
      expect(text).toContain(words);
    }
  });

  it('a refused renewal is the first thing that the profile says, until it is paid', async () => {
    const id = 'sub_recusada';
    const user = await aSubscriber(db, {}, { providerSubscriptionId: id });
    const cookie = await signIn(user);
    const told = async () =>
      (await see('/profile', cookie)).text.includes('A última renovação não foi paga.');
    const facts = { customerId: 'cus_recusada', planType: 'annual', createdAt: new Date() };
    const row = { ...facts, id, userId: user.userId };
    await db.insert(providerSubscriptions).values({ ...row, status: 'past_due' });
    expect(await told()).toBe(true);
    await db.update(providerSubscriptions).set({ status: 'active' }).where(eq(providerSubscriptions.id, id));
    expect(await told()).toBe(false);
  });

  it('NAV-12: initials are of two words at most, and an emoji stays whole', () => {
    const names = ['Ana Maria Souza', 'rádio', '', '  ', '👨‍👩‍👧‍👦 silva'];
    expect(names.map(initials)).toEqual(['AM', 'R', 'U', 'U', '👨‍👩‍👧‍👦S']);
  });

  it('PRO-10: no password is changed without the one in use', async () => {
    const cookie = await signIn(await aUser(db));
    const answer = await ask('/profile.data', {
      method: 'POST',
      headers: { Cookie: cookie },
      body: new URLSearchParams({ intent: 'password', newPassword: 'outra-senha', confirm: 'outra-senha' }),
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });
});

it('PKG-08: sizes have two decimals and the unit that fits', () => {
  expect([0, 512, 1536, 5_242_880, 3_221_225_472].map(formatSize)).toEqual([
    '0,00 B',
    '512,00 B',
    '1,50 KB',
    '5,00 MB',
    '3,00 GB',
  ]);
});
