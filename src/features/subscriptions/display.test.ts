import { describe, expect, it } from 'vitest';
import { subscriptionDisplay } from './display.ts';
import { hasOpenPlan, type Subscription } from './model.ts';

const now = new Date('2026-06-15T12:00:00Z');
const future = '2026-12-31T12:00:00Z';
const past = '2026-01-31T12:00:00Z';
const a = (given: Partial<Subscription>): Subscription => ({
  planType: 'annual',
  status: 'active',
  expiresAt: future,
  cancelAtPeriodEnd: false,
  paymentPending: false,
  lastPaymentAt: null,
  ...given,
});

describe('PRO-16: the nine states of Assinatura (A-37)', () => {
  it.each([
    ['1 none', null, 'Sem assinatura', null, null, null, 'Sem assinatura'],
    [
      '2 free',
      a({ planType: 'free', expiresAt: null }),
      'Gratuito',
      'Gratuito',
      'Expira em',
      'Não definido',
      'Gratuito',
    ],
    ['3 paid, open, with a date', a({}), 'Anual', '✓ Ativo', 'Expira em', '31/12/2026', 'Anual'],
    [
      '4 paid, open, without a date',
      a({ planType: 'monthly', expiresAt: null }),
      'Mensal',
      '✓ Ativo',
      'Expira em',
      'Não definido',
      'Mensal',
    ],
    [
      '5 paid, closed by its date',
      a({ planType: 'semester', expiresAt: past }),
      'Semestral',
      '✗ Expirado',
      'Expira em',
      '31/01/2026',
      'Inativo',
    ],
    [
      '6 paid, closed by its status',
      a({ status: 'inactive' }),
      'Anual',
      '✗ Expirado',
      'Expira em',
      '31/12/2026',
      'Inativo',
    ],
    [
      '7 paid, closed, without a date',
      a({ status: 'inactive', expiresAt: null }),
      'Anual',
      '✗ Expirado',
      'Expira em',
      'Não definido',
      'Inativo',
    ],
    [
      '8 lifetime, open',
      a({ planType: 'lifetime', expiresAt: null }),
      'Vitalício',
      '✓ Ativo',
      'Validade',
      'Vitalício',
      'Vitalício',
    ],
    [
      '9 lifetime, closed',
      a({ planType: 'lifetime', status: 'inactive', expiresAt: null }),
      'Vitalício',
      '✗ Expirado',
      'Validade',
      'Vitalício',
      'Inativo',
    ],
  ])('PRO-17: %s', (_, subscription, plan, status, validityLabel, validity, listLabel) => {
    const shown = subscriptionDisplay(subscription, 'user', now);
    expect(shown).toMatchObject({ plan, status, validityLabel, validity, listLabel });
    const open = hasOpenPlan(subscription, now);
    expect(shown.tone === 'success').toBe(open);
  });

  it('PRO-18: the date is the Brazilian day', () => {
    const shown = subscriptionDisplay(a({ expiresAt: '2026-03-01T02:00:00Z' }), 'user', now);
    expect(shown.validity).toBe('28/02/2026');
  });

  it('PAY-12: a pending boleto or Pix is named, and is not active', () => {
    const pending = a({ status: 'inactive', expiresAt: null, paymentPending: true });
    const shown = subscriptionDisplay(pending, 'user', now);
    expect(shown).toMatchObject({ plan: 'Anual', status: 'Pagamento pendente', tone: 'neutral' });
    expect(shown.note).toContain('Pagamento pendente');
  });

  it('B18: a renewal whose boleto waits is active, and says until when', () => {
    const shown = subscriptionDisplay(a({ paymentPending: true }), 'user', now);
    expect(shown).toMatchObject({ status: '✓ Ativo', tone: 'success', validity: '31/12/2026' });
    expect(shown.note).toContain('espera pelo pagamento até 31/12/2026');
  });

  it('says that a cancelled renewal keeps its access, and that administrators need no plan', () => {
    expect(subscriptionDisplay(a({ cancelAtPeriodEnd: true }), 'user', now).note).toContain(
      'renovação foi cancelada',
    );
    expect(subscriptionDisplay(null, 'admin', now).note).toContain('Administradores');
  });
});
