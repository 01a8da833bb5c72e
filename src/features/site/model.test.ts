import { describe, expect, it } from 'vitest';
import { defaultBenefits } from './benefits.ts';
import { defaultFaq, defaultFeatures, defaultHero, defaultMaintenance, defaultSettings } from './defaults.ts';
import { readContent, readSection, sectionNames } from './model.ts';
import { sectionInputs } from './section-fields.ts';

const broken = [
  undefined,
  null,
  'texto',
  7,
  true,
  [],
  [{}],
  { title: 3, subtitle: {}, items: 'x', plans: {} },
];

describe('readSection', () => {
  it('LND-25: gives the defaults for every section when nothing is stored', () => {
    const content = readContent(new Map());
    expect(Object.keys(content)).toEqual([...sectionNames]);
    expect(content.hero).toEqual(defaultHero);
    expect(content.faq).toEqual(defaultFaq);
    expect(content.features).toEqual(defaultFeatures);
    expect(content.contact).toEqual({ whatsapp: null });
    expect(content.category_images).toEqual({});
  });

  it.each(sectionNames)('LND-25: %s survives whatever is stored', (name) => {
    for (const stored of broken) expect(() => readSection(name, stored)).not.toThrow();
    expect(readSection(name, 'texto')).toEqual(readSection(name, undefined));
  });

  it('LND-02: stored texts replace the defaults, field by field', () => {
    const hero = readSection('hero', { title: '  Outra rádio ', subtitle: '', video_title: 'Veja' });
    expect(hero).toEqual({ ...defaultHero, title: 'Outra rádio', subtitle: '', video_title: 'Veja' });
  });

  it('LND-06: blank entries of the feature list are dropped', () => {
    const items = [
      '',
      '  ',
      'Só um título',
      { title: ' ', text: '' },
      { title: 'Com texto', text: ' sim ' },
      3,
      null,
    ];
    expect(readSection('features', { title: 'Recursos', items }).items).toEqual([
      { title: 'Só um título', text: '' },
      { title: 'Com texto', text: 'sim' },
    ]);
  });

  it('A-78: an emptied feature list is empty, a missing one has the defaults', () => {
    expect(readSection('features', { items: [] }).items).toEqual([]);
    expect(readSection('features', { title: 'Recursos' }).items).toEqual(defaultFeatures.items);
  });

  it('LND-24: questions are kept as text, those without a question are dropped', () => {
    const image = '<img src=x onerror=alert(1)>';
    const questions = [{ question: 'Pode?', answer: image }, { question: ' ', answer: 'não' }, 'texto'];
    expect(readSection('faq', { questions }).questions).toEqual([{ question: 'Pode?', answer: image }]);
  });

  it('MNT-09, MNT-10: a blank title or subtitle of maintenance has the default', () => {
    const { title, subtitle } = defaultMaintenance;
    expect(readSection('maintenance_mode', { enabled: true, title: ' ', subtitle: '' })).toEqual({
      enabled: true,
      title,
      subtitle,
    });
    expect(title).toBe('A revolução do rádio está começando!');
    expect(subtitle).toBe('AGUARDE ESTAMOS EM DESENVOLVIMENTO A MELHOR PLATAFORMA DE RÁDIOS DO BRASIL.');
  });

  it('MNT-12: stored texts of maintenance replace the defaults; only true turns it on', () => {
    const stored = { enabled: 'true', title: 'Já voltamos', subtitle: 'Cinco minutos' };
    expect(readSection('maintenance_mode', stored)).toEqual({ ...stored, enabled: false });
  });

  it('CEO-03: blank description and keywords change nothing', () => {
    const settings = readSection('site_settings', {
      description: '  ',
      keywords: '',
      favicon: 'javascript:1',
    });
    expect(settings).toEqual(defaultSettings);
  });

  it('drops category images that are not addresses of pictures', () => {
    const stored = {
      jingles: '/media/site/a.webp',
      soundtracks: 'javascript:alert(1)',
      outra: 'https://x.test/a',
    };
    expect(readSection('category_images', stored)).toEqual({ jingles: '/media/site/a.webp' });
  });
});

describe('plans', () => {
  const benefitsOf = (stored: unknown, id: string) =>
    readSection('pricing_plans', stored).plans.find((plan) => plan.id === id)!.benefits;

  it('LND-07, LND-13: three plans with the default benefits when none are stored', () => {
    const { plans } = readSection('pricing_plans', undefined);
    expect(plans.map(({ id }) => id)).toEqual(['monthly', 'semester', 'annual']);
    for (const { id, benefits } of plans) expect(benefits).toEqual(defaultBenefits(id));
  });

  it('LND-13: the default benefits say what the specification sells', () => {
    const texts = defaultBenefits('annual').map(({ text }) => text);
    for (const word of [
      /downloads ilimitados/i,
      /programetes ilimitados/i,
      /4 pacotes de vinhetas por mês com o nome da sua rádio.*24 horas úteis/,
      /R\$ 15 .*40 segundos.*locutores/,
      /efeitos sonoros/,
      /atualizações gratuitas/i,
      /sem anúncios/i,
      /suporte/i,
    ]) {
      expect(texts.some((text) => word.test(text))).toBe(true);
    }
  });

  it('LND-12: stored benefits replace the defaults of their plan only', () => {
    const stored = { plans: [{ id: 'annual', benefits: [{ id: 'a', text: ' Tudo ' }] }] };
    expect(benefitsOf(stored, 'annual')).toEqual([{ id: 'a', text: 'Tudo' }]);
    expect(benefitsOf(stored, 'monthly')).toEqual(defaultBenefits('monthly'));
  });

  it('A-78, PLN-04: an emptied list stays empty', () => {
    expect(benefitsOf({ plans: [{ id: 'monthly', benefits: [] }] }, 'monthly')).toEqual([]);
  });

  it('LND-14: blank and broken benefits are dropped', () => {
    const benefits = [
      { id: 'a', text: '' },
      { id: 'b', text: '  ' },
      {},
      'Em texto',
      { id: 'c', text: 'Bom' },
    ];
    expect(benefitsOf({ plans: [{ id: 'semester', benefits }] }, 'semester').map(({ text }) => text)).toEqual(
      ['Em texto', 'Bom'],
    );
  });
});

describe('sectionInputs', () => {
  const messageOf = (result: { error?: { issues: { message: string }[] } }) =>
    result.error?.issues[0]?.message;

  it('EDT-08: the contact is stored as digits with country and area code', () => {
    expect(sectionInputs.contact.parse({ whatsapp: '+55 (11) 98888-7777' })).toEqual({
      whatsapp: '5511988887777',
    });
    expect(sectionInputs.contact.parse({ whatsapp: ' ' })).toEqual({ whatsapp: '' });
    expect(messageOf(sectionInputs.contact.safeParse({ whatsapp: 'ligue já' }))).toMatch(
      /código do país e DDD/,
    );
  });

  it('LND-05: a video of another host is refused, none is allowed', () => {
    const hero = { title: 'Título', subtitle: '' };
    expect(sectionInputs.hero.parse(hero).video_url).toBe('');
    const refused = sectionInputs.hero.safeParse({ ...hero, video_url: 'https://evil.test/watch?v=abc' });
    expect(messageOf(refused)).toBe('Informe um endereço do YouTube ou do Vimeo.');
  });

  it('EDT-07, LND-14: blank questions and benefits are not saved', () => {
    const faq = {
      title: 'FAQ',
      questions: [
        { question: ' ', answer: 'x' },
        { question: 'Sim?', answer: '' },
      ],
    };
    expect(sectionInputs.faq.parse(faq).questions).toEqual([{ question: 'Sim?', answer: '' }]);
    const plans = [{ id: 'monthly', benefits: [{ id: 'a', text: '' }] }];
    expect(sectionInputs.pricing_plans.parse({ plans })).toEqual({
      plans: [{ id: 'monthly', benefits: [] }],
    });
  });

  it('refuses a missing title in Portuguese', () => {
    expect(messageOf(sectionInputs.pricing.safeParse({ title: ' ' }))).toBe('Informe o título.');
  });
});
