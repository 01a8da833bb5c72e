import { describe, expect, it } from 'vitest';
import type { Lock } from '#features/accounts/limits/limits.ts';
import type { Subscription } from '#features/subscriptions/model.ts';
import { findCauses, type Standing } from './causes.ts';

const now = new Date('2026-11-22T15:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const plan = (given: Partial<Subscription> = {}): Subscription => ({
  planType: 'annual',
  status: 'active',
  expiresAt: null,
  cancelAtPeriodEnd: false,
  paymentPending: false,
  lastPaymentAt: null,
  ...given,
});
const lock = (of: Lock['of']): Lock => ({ of, until: new Date(now.getTime() + 45_000), tries: 10 });
const fine: Standing = {
  createdAt: daysAgo(20),
  isConfirmed: true,
  role: 'user',
  lacksSecondStep: false,
  locks: [],
  isMaintenance: false,
  subscription: plan(),
  revoked: null,
  trouble: null,
  lastMail: null,
  lastSignIn: daysAgo(1),
};
const ended = plan({ status: 'inactive', expiresAt: daysAgo(2).toISOString() });
const causes = (given: Partial<Standing>) => findCauses({ ...fine, ...given }, now);

describe('A-134: why somebody cannot get in', () => {
  it.each<[string, Partial<Standing>, string, string | null]>([
    ['fine', {}, 'Tudo em ordem: último login em 21/11/2026 12:00.', null],
    ['fine', { lastSignIn: null }, 'Tudo em ordem, mas ninguém entrou nesta conta ainda.', null],
    ['fine', { role: 'admin', subscription: null, isMaintenance: true }, 'Tudo em ordem: último', null],
    ['unconfirmed', { isConfirmed: false }, 'E-mail não confirmado desde 02/11/2026. Nenhum', 'confirm'],
    [
      'unconfirmed',
      { isConfirmed: false, lastMail: { state: 'sent', answer: null } },
      'O último e-mail foi aceito pelo servidor: peça que olhe também o spam.',
      'confirm',
    ],
    [
      'unconfirmed',
      { isConfirmed: false, lastMail: { state: 'refused', answer: '550 No such user' } },
      'O último e-mail foi recusado: 550 No such user',
      'confirm',
    ],
    [
      'unconfirmed',
      { isConfirmed: false, lastMail: { state: 'delayed', answer: null } },
      'O último e-mail ainda não foi aceito.',
      'confirm',
    ],
    [
      'locked-password',
      { locks: [lock('password')] },
      'Bloqueado até 12:00:45 após 10 senhas erradas.',
      'unlock',
    ],
    ['locked-code', { locks: [lock('code')] }, 'Bloqueado até 12:00:45 após 10 códigos errados.', 'unlock'],
    ['locked-links', { locks: [lock('links')] }, 'o próximo só depois de 12:00:45.', 'unlock'],
    ['maintenance', { isMaintenance: true }, 'O site está em manutenção', 'maintenance'],
    ['second-step', { role: 'admin', lacksSecondStep: true }, 'A verificação em duas etapas é exigida', null],
    [
      'revoked',
      { subscription: ended, revoked: { at: daysAgo(2), reason: 'pediu' } },
      'Acesso retirado em 20/11/2026 12:00: pediu',
      'plan',
    ],
    [
      'pending',
      { subscription: plan({ status: 'inactive', paymentPending: true }) },
      'boleto ou Pix',
      'plan',
    ],
    [
      'first-missed',
      { subscription: null, trouble: 'first-missed' },
      'o primeiro pagamento não chegou',
      'plan',
    ],
    ['renewal-refused', { subscription: ended, trouble: 'renewal-refused' }, 'foi recusada', 'plan'],
    ['ended', { subscription: ended }, 'a assinatura Anual terminou em 20/11/2026.', 'plan'],
    ['no-plan', { subscription: null }, 'não tem assinatura', 'plan'],
    ['no-plan', { subscription: plan({ planType: 'free' }) }, 'não tem assinatura', 'plan'],
  ])('%s %j', (name, given, text, mend) => {
    const [first] = causes(given);
    expect(first).toMatchObject({ name, mend, text: expect.stringContaining(text) });
  });

  it('tells what keeps them out before what keeps the library shut, and of the plan one thing', () => {
    const all = causes({
      isConfirmed: false,
      locks: [lock('links'), lock('password')],
      subscription: ended,
      revoked: { at: daysAgo(2), reason: null },
      trouble: 'renewal-refused',
    });
    expect(all.map(({ name }) => name)).toEqual([
      'unconfirmed',
      'locked-password',
      'revoked',
      'locked-links',
    ]);
  });

  it('a plan granted after a revocation counts', () => {
    expect(causes({ revoked: { at: daysAgo(2), reason: null } })[0].name).toBe('fine');
  });
});
