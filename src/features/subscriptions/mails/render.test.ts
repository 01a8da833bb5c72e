import { expect, it } from 'vitest';
import type { LetterFacts } from '../letters.ts';
import { subscriptionMails } from './table.ts';

const site = { name: 'Sonoteca', url: 'https://sonoteca.test' };
const to = { email: 'radio@exemplo.com.br', name: 'Rádio São João' };
/** 22:30 on the 20th in São Paulo. */
const at = '2026-11-21T01:30:00.000Z';
const planType = 'annual';
const end = '2027-11-21T01:30:00.000Z';

const welcome: LetterFacts = {
  kind: 'welcome',
  planType,
  amountCents: 21000,
  paidAt: at,
  periodEnd: end,
  renews: true,
};
const failed = { kind: 'payment-failed', planType, accessUntil: at, isVoucher: false } as const;
const ending = { kind: 'ending', planType, endsAt: at } as const;
const ended = { kind: 'ended', planType, endedAt: at } as const;

const letters: [LetterFacts, subject: string, says: string[], leadsTo: string][] = [
  [
    welcome,
    'Sua assinatura está ativa',
    ['Boas-vindas à Sonoteca', 'Anual', 'R$ 210,00', '20/11/2026 a 20/11/2027', 'Próxima cobrança'],
    '/library',
  ],
  [
    { ...welcome, renews: false, amountCents: null },
    'Sua assinatura está ativa',
    ['termina no fim do período'],
    '/library',
  ],
  [
    { ...failed, isOpen: true },
    'O pagamento da sua assinatura não passou',
    ['já pagou vai até', '20/11/2026', 'foi recusada'],
    '/profile',
  ],
  [
    { ...failed, isOpen: false },
    'O pagamento da sua assinatura não passou',
    ['pagou terminou em', '20/11/2026', 'se abre na hora'],
    '/profile',
  ],
  [
    { ...ending, why: 'canceled' },
    'Sua assinatura termina em 20/11/2026',
    ['renovação foi cancelada'],
    '/profile',
  ],
  [
    { ...ending, why: 'grant', planType: 'lifetime' },
    'Sua assinatura termina em 20/11/2026',
    ['Plano Vitalício'],
    '/#planos',
  ],
  [
    { ...ending, why: 'unpaid' },
    'O boleto ou Pix da sua renovação vence em 20/11/2026',
    ['vai até', '20/11/2026', 'até três dias úteis'],
    '/profile',
  ],
  [
    { ...failed, isOpen: false, isVoucher: true },
    'O pagamento da sua assinatura não passou',
    ['boleto ou Pix venceu', 'aberta até', '20/11/2026', 'até três dias úteis'],
    '/profile',
  ],
  [
    { kind: 'first-missed', planType, amountCents: 21000 },
    'O primeiro pagamento da sua assinatura não chegou',
    ['Plano Anual', 'R$ 210,00', 'nada foi cobrado'],
    '/#planos',
  ],
  [ended, 'Sua assinatura terminou', ['20/11/2026'], '/#planos'],
  [
    { kind: 'refunded', refundedCents: 21000, refundedAt: at, isDouble: false },
    'Seu reembolso foi feito',
    ['R$ 210,00', '20/11/2026', 'Nada mais será cobrado.'],
    '/#planos',
  ],
  [
    { kind: 'refunded', refundedCents: 2990, refundedAt: at, isDouble: true },
    'Seu reembolso foi feito',
    ['R$ 29,90', 'duas assinaturas', 'a outra continua valendo'],
    '/profile',
  ],
];

it.each(letters)('writes %j in both forms', async (facts, subject, says, leadsTo) => {
  const mail = await subscriptionMails[facts.kind].render(to, facts, site);
  expect(mail).toMatchObject({ to: to.email, subject: `${subject} · Sonoteca` });
  for (const form of [mail.html, mail.text]) {
    for (const words of ['Olá, Rádio São João!', ...says]) expect(form).toContain(words);
    expect(form).toContain(`${site.url}${leadsTo}`);
    expect(form).not.toContain('undefined');
  }
  expect(mail.html).toContain('lang="pt-BR"');
  expect(mail.html).not.toMatch(/<img|<script|https?:\/\/(?!sonoteca\.test|www\.w3\.org)/);
  expect(mail.text).not.toMatch(/<\w/);
});

it('a receipt is readable as text: a line for each fact', async () => {
  const { text } = await subscriptionMails[welcome.kind].render(to, welcome, site);
  expect(text).toContain('Plano: Anual\nValor pago: R$ 210,00\nPago em: 20/11/2026\n');
  expect(text).not.toMatch(/\n{3}/);
});

it('SEC-08: shows a name as text, whatever it holds, and greets whom has none', async () => {
  const name = '<img src=x onerror=alert(1)>"\r\nBcc: todos@exemplo.com.br';
  const mail = await subscriptionMails[welcome.kind].render({ ...to, name }, welcome, site);
  expect(mail.html).not.toContain('<img');
  expect(mail.html).toContain('&lt;img');
  expect(mail.subject).toBe('Sua assinatura está ativa · Sonoteca');
  expect((await subscriptionMails[welcome.kind].render({ ...to, name: ' ' }, welcome, site)).text).toContain(
    'Olá! Seu pagamento',
  );
});
