import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { plans } from '#features/plans/plans.ts';
import { goBack } from '#ui/go-back.ts';
import { defaultBenefits } from '../benefits.ts';
import { toContact } from '../contact.ts';
import { defaultFaq } from '../defaults.ts';
import { readSection } from '../model.ts';
import { parseVideo } from '../video.ts';
import { ContactBar } from './contact-bar.tsx';
import { ContactSection } from './contact-section.tsx';
import { ErrorPage } from './error-page.tsx';
import { FaqSection } from './faq-section.tsx';
import { FeatureList } from './feature-list.tsx';
import { Hero } from './hero.tsx';
import { MaintenancePage } from './maintenance-page.tsx';
import { PlanSection } from './plan-section.tsx';
import { VideoFacade } from './video-facade.tsx';

function render(piece: ReactNode): string {
  const Stub = createRoutesStub([{ path: '/', Component: () => piece }]);
  return renderToStaticMarkup(<Stub />);
}
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');

const contact = toContact('5511988887777');
const offers = plans.map((plan) => ({
  ...plan,
  priceId: `price_${plan.id}`,
  benefits: defaultBenefits(plan.id),
}));
const planSection = (mode: 'buy' | 'sign-in' | 'manage' = 'buy', given = offers) =>
  render(<PlanSection title="Planos" subtitle="" offers={given} mode={mode} contact={contact} />);

/** The browser's history around the current page. */
interface Around {
  length: number;
  canGoBack?: boolean;
  referrer?: string;
}

describe('plans', () => {
  const html = planSection();
  const cards = html.split('<article').slice(1).map(textOf);

  it('LND-07, LND-08: three plans with price and period', () => {
    expect(cards).toHaveLength(3);
    expect(cards[0]).toMatch(/Plano Mensal.*R\$ 29,90 por mês/);
    expect(cards[1]).toMatch(/Plano Semestral.*R\$ 114,00 por 6 meses/);
    expect(cards[2]).toMatch(/Plano Anual.*R\$ 210,00 por ano/);
  });

  it('LND-09: old price and saving of semester and year', () => {
    expect(html).toContain('<s>R$ 179,40</s>');
    expect(html).toContain('<s>R$ 358,80</s>');
    expect(cards[1]).toContain('economize 36%');
    expect(cards[2]).toContain('economize 41%');
    expect(cards[0]).not.toContain('%');
  });

  it('LND-10: only the semester is MAIS POPULAR', () => {
    expect(html.match(/MAIS POPULAR/g)).toHaveLength(1);
    expect(cards[1]).toContain('MAIS POPULAR');
  });

  it('LND-11, A-81: guarantee of 7 days, and spots ordered by chat', () => {
    expect(textOf(html)).toContain('7 dias');
    expect(html).toMatch(/href="https:\/\/wa\.me\/5511988887777\?text=[^"]*spot/);
  });

  it('LND-12, A-78: shows the benefits it is given, and none when the list is empty', () => {
    for (const { text } of offers.flatMap(({ benefits }) => benefits)) expect(textOf(html)).toContain(text);
    const given = offers.map((offer) => ({ ...offer, benefits: [] }));
    expect(planSection('buy', given)).not.toContain('<li');
  });

  it('says once what all plans have, and in each card what another plan lacks', () => {
    const own = { id: 'x', text: 'Só no mensal' };
    const given = offers.map((offer, at) =>
      at === 0 ? { ...offer, benefits: [...offer.benefits, own] } : offer,
    );
    const shown = planSection('buy', given);
    expect(shown.match(/Downloads ilimitados/g)).toHaveLength(1);
    expect(shown.split('<article')[1]).toContain('Só no mensal');
    expect(shown.split('</article>').at(-1)).toContain('Downloads ilimitados');
  });

  it('A-87, A-42: the buttons say what a click does', () => {
    expect(html.match(/Assinar Agora/g)).toHaveLength(3);
    expect(planSection('sign-in').match(/Assinar Agora/g)).toHaveLength(3);
    expect(planSection('manage').match(/Gerenciar assinatura/g)).toHaveLength(3);
  });
});

describe('questions and features', () => {
  it('LND-24, EDT-09: stored text is never markup', () => {
    const evil = '<img src=x onerror=alert(1)>';
    const html = render(
      <FaqSection title={evil} subtitle="" questions={[{ question: evil, answer: evil }]} />,
    );
    expect(html).not.toContain('<img');
    expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt;/g)).toHaveLength(3);
  });

  it('LND-24: every question and answer is there, without any script', () => {
    const html = textOf(render(<FaqSection {...defaultFaq} />));
    for (const { question, answer } of defaultFaq.questions) {
      expect(html).toContain(question);
      expect(html).toContain(answer);
    }
  });

  it('LND-06: renders one item for each feature that is not blank', () => {
    const features = readSection('features', {
      title: 'R',
      items: ['', '  ', 'Um', { title: 'Dois', text: 't' }],
    });
    expect(render(<FeatureList {...features} />).match(/<li/g)).toHaveLength(2);
  });
});

describe('video', () => {
  const show = (url: string) =>
    render(<VideoFacade title="Veja" description="Por dentro" video={parseVideo(url)} />);

  it('LND-03, LND-04, LND-26: names its frame by the id and loads nothing of it', () => {
    const html = show('https://www.youtube.com/watch?v=abc&t=30s');
    expect(html).toContain('data-embed="https://www.youtube-nocookie.com/embed/abc"');
    expect(html).not.toMatch(/<iframe|<img|<script/);
  });

  it('LND-05: a foreign address is not in the page at all', () => {
    const html = show('https://evil.test/embed/abc');
    expect(html).not.toContain('evil.test');
    expect(html).toContain('Por dentro');
  });

  it('shows nothing when nothing is stored', () => {
    expect(render(<VideoFacade title="" description="" video={null} />)).toBe('');
  });
});

describe('hero, contact and the other pages', () => {
  const from = { price: 'R$ 17,50', plan: 'plano anual' };

  it('LND-02: one h1 that reads as it was stored, with or without samples', () => {
    const html = render(<Hero title="Tudo o que toca no ar" subtitle="Sub" from={from} samples={[]} />);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(textOf(html)).toContain('Tudo o que toca no ar');
    expect(textOf(html)).toContain('R$ 17,50 por mês');
  });

  it('LND-20, LND-21, LND-22: chat in a new tab without opener, telephone link, number as people write it', () => {
    const html = render(
      <>
        <ContactSection contact={contact} />
        <ContactBar contact={contact} from={from} />
      </>,
    );
    const chats = html.match(/<a [^>]*href="https:\/\/wa\.me\/[^>]*>/g)!;
    expect(chats).toHaveLength(2);
    for (const chat of chats) expect(chat).toMatch(/target="_blank".*rel="noopener/);
    expect(html).toContain('href="tel:+5511988887777"');
    expect(html).toContain('+55 (11) 98888-7777');
  });

  it('A-93: without a number there is nothing to call', () => {
    const pieces = (
      <>
        <ContactSection contact={null} />
        <ContactBar contact={null} from={from} />
      </>
    );
    expect(render(pieces)).not.toMatch(/wa\.me|tel:/);
  });

  it('NAV-22: the 404 page links to the start', () => {
    const html = render(<ErrorPage status={404} />);
    expect(textOf(html)).toContain('Página não encontrada');
    expect(html).toContain('href="/"');
  });

  it('DEN-01: Acesso Restrito offers the plans and the way back', () => {
    const html = render(<ErrorPage status={403} message="Só para a equipe." />);
    expect(textOf(html)).toMatch(/Acesso Restrito.*Só para a equipe\./);
    const links = Array.from(html.matchAll(/href="([^"]*)"[^>]*>([^<]+)</g), ([, href, name]) => [
      name,
      href,
    ]);
    expect(links).toEqual([
      ['Ver Planos de Assinatura', '/#planos'],
      ['Voltar', '/'],
    ]);
  });

  const own = { origin: 'https://sonoteca.test' };
  it.each([
    ['the page before', { length: 2 }, {}, true],
    ['the page before, of this site', { length: 3, canGoBack: true }, {}, true],
    ['another site', { length: 2, canGoBack: false, referrer: 'https://busca.test/' }, {}, true],
    ['the start in a tab without one, by the link itself', { length: 1 }, {}, false],
    ['the start where only pages ahead are known', { length: 2, canGoBack: false }, {}, false],
    [
      'the start in a tab that a page of ours opened',
      { length: 2, canGoBack: false, referrer: own.origin },
      {},
      false,
    ],
    ['a new tab, when that is asked for', { length: 2 }, { ctrlKey: true }, false],
  ])('DEN-02: back leads to %s', (_, { length, canGoBack, referrer = '' }: Around, keys, goes) => {
    const back = vi.fn();
    const preventDefault = vi.fn();
    const navigation = canGoBack === undefined ? undefined : { canGoBack };
    vi.stubGlobal('window', { history: { length, back }, navigation, location: own, document: { referrer } });
    goBack({ preventDefault, ...keys } as never);
    vi.unstubAllGlobals();
    expect([back.mock.calls.length, preventDefault.mock.calls.length]).toEqual(goes ? [1, 1] : [0, 0]);
  });

  it('MNT-11, MNT-13, MNT-14: the maintenance page says its words and has its form', () => {
    const page = (busy: boolean) =>
      render(<MaintenancePage siteName="S" title="T" subtitle="U" busy={busy} onSubmit={() => {}} />);
    const text = textOf(page(false));
    expect(text).toContain('Em breve, uma nova experiência sonora');
    expect(text).toContain('Acesso Administrativo');
    expect(text).toContain('Entrar');
    expect(page(false)).toMatch(/type="email".*type="password"/s);
    expect(page(true)).toMatch(/<button[^>]*disabled[^>]*>.*Entrando\.\.\./s);
  });
});
