import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { AccessDenied } from './access-denied.tsx';
import { SubscriptionRequired } from './subscription-required.tsx';

const html = (screen: React.ReactNode) => renderToStaticMarkup(<MemoryRouter>{screen}</MemoryRouter>);
const links = (text: string) =>
  Array.from(text.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g), ([, href, name]) => `${name} → ${href}`);

describe('screens of who has no access', () => {
  it('DEN-01: Acesso Restrito offers the plans and the way back', () => {
    const screen = html(<AccessDenied />);
    expect(screen).toContain('<h1');
    expect(screen).toContain('Acesso Restrito');
    expect(links(screen)).toEqual(['Ver Planos de Assinatura → /#planos', 'Voltar → /']);
  });

  it('LIB-02: Assinatura Necessária leads to the plans and to the start, and names a pending payment', () => {
    const screen = html(<SubscriptionRequired />);
    expect(screen).toContain('Assinatura Necessária');
    expect(links(screen)).toEqual(['Ver Planos → /#planos', 'Voltar ao início → /']);
    expect(html(<SubscriptionRequired pending />)).toContain('pagamento está pendente');
  });
});
