import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { PackageCard as Card } from '../model.ts';
import { PackageCard } from './package-card.tsx';
import { PackageRow } from './package-row.tsx';

const pack: Card = {
  id: '01m7yt48phycz0d88j3rry56xx',
  title: 'Vinhetas de São João',
  label: 'junina',
  description: 'Arraial',
  tags: ['junina', 'festa', 'forró', 'sanfona', 'fogueira'],
  kind: 'pacotes-vinhetas',
  categoryId: 'c',
  categoryName: 'PACOTES VINHETAS',
  coverUrl: '/media/covers/a.webp',
  isFeatured: false,
  trackCount: 12,
  totalSize: 5_242_880,
};

const slots = { play: <button type="button">tocar</button>, heart: null };

function render(view: 'card' | 'row', given: Partial<Card> = {}): string {
  const one = { ...pack, ...given };
  const element =
    view === 'card' ? <PackageCard pack={one} slots={slots} /> : <PackageRow pack={one} slots={slots} />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
}

const textOf = (html: string): string => html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');

describe('a card', () => {
  it('CRD-01, CAT-23: cover, title, first tag and one link to the package', () => {
    const html = render('card');
    expect(html, 'of the size that is shown').toContain(
      'srcSet="/media/covers/a.webp?w=256 256w, /media/covers/a.webp?w=352 352w, /media/covers/a.webp?w=512 512w"',
    );
    expect(html).toContain('alt="Capa de Vinhetas de São João"');
    expect(html.match(/href="\/package\/01m7yt48phycz0d88j3rry56xx"/g)?.length).toBe(1);
    expect(textOf(html)).toContain('|junina|');
    expect(textOf(html)).not.toContain('festa');
  });

  it('CRD-01, CRD-07: the demo image without a cover', () => {
    expect(render('card', { coverUrl: null })).toContain('src="/demo-cover.webp"');
  });

  it('CRD-01: a star only when featured', () => {
    expect(render('card')).not.toContain('aria-label="Destaque"');
    for (const view of ['card', 'row'] as const)
      expect(render(view, { isFeatured: true })).toContain('aria-label="Destaque"');
  });

  it.each([
    [0, '0 faixas'],
    [1, '1 faixa'],
    [12, '12 faixas'],
  ])('CRD-02: %i tracks read %j', (trackCount, text) => {
    for (const view of ['card', 'row'] as const)
      expect(textOf(render(view, { trackCount }))).toContain(`|${text}|`);
  });
});

describe('a line', () => {
  it('CRD-05: the first three tags, and how many more', () => {
    expect(textOf(render('row'))).toContain('|junina|festa|forró|+2|');
    expect(textOf(render('row', { tags: ['a', 'b', 'c'] }))).not.toContain('+');
  });

  it('CRD-06, A-11, A-15: the real size, in bytes too; nothing when unknown', () => {
    expect(render('row')).toContain('data-bytes="5242880"');
    expect(textOf(render('row'))).toContain('|5,00 MB|');
    // Below the title in a narrow list, and in its column in a wide one.
    const shown = Array.from(
      render('row').matchAll(/@(min|max)-\[(\d+)rem\]:hidden[^>]*>(?:<data[^>]*>)?5,00/g),
    );
    expect(shown.map(([, side, width]) => [side, width])).toEqual([
      ['min', '60'],
      ['max', '60'],
    ]);
    expect(textOf(render('row', { totalSize: null }))).not.toMatch(/\d ?[KMG]?B\|/);
  });
});

it.each([
  ['trilhas', { slowestBpm: 92, fastestBpm: 128.4, loudnessLufs: -14.25 }, '|1:30|92–128 BPM|−14,3 LUFS|'],
  ['trilhas', { slowestBpm: 92, fastestBpm: 92.2, loudnessLufs: null }, '|1:30|92 BPM|'],
  ['efeitos-sonoros', { slowestBpm: 92, fastestBpm: 92, loudnessLufs: -20 }, '|1:30|−20,0 LUFS|'],
])('a line of %s compares length, tempo and loudness: %j', (kind, facts, text) => {
  const sound = { durationMs: 90_000, peaks: null, ...facts };
  expect(textOf(render('row', { kind, sound }))).toContain(text);
});
