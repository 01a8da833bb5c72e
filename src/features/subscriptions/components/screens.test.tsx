import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { GrantFields } from './access-dialogs.tsx';
import { SubscriptionRequired } from './subscription-required.tsx';

const html = (screen: React.ReactNode) => renderToStaticMarkup(<MemoryRouter>{screen}</MemoryRouter>);
const links = (text: string) =>
  Array.from(text.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g), ([, href, name]) => `${name} → ${href}`);

describe('screens of who has no access', () => {
  it('LIB-02: Assinatura Necessária leads to the plans and to the start, and names a pending payment', () => {
    const screen = html(<SubscriptionRequired />);
    expect(screen).toContain('Assinatura Necessária');
    expect(links(screen)).toEqual(['Ver Planos → /#planos', 'Voltar ao início → /']);
    expect(html(<SubscriptionRequired payment="pending" />)).toContain('pagamento está pendente');
    expect(html(<SubscriptionRequired payment="first-missed" />)).toContain('primeiro pagamento não chegou');
  });
});

it('A-85: who gives a plan to somebody who pays reads what becomes of the charging', () => {
  expect(html(<GrantFields charged="annual" />)).toContain('a cobrança termina agora');
  expect(html(<GrantFields charged={null} />)).not.toContain('cobrança');
});
