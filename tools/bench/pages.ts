import { measureRate } from './load.ts';
import type { Figure } from './report.ts';
import { type Site, signIn } from './site.ts';

/** Responses per second of the most visited pages. */
export async function benchPages(site: Site): Promise<Figure[]> {
  const cookie = await signIn(site);
  const landing = measureRate(`${site.url}/`, { headers: { 'Accept-Encoding': 'br' } });
  const library = measureRate(`${site.url}/library.data`, { headers: { Cookie: cookie } });
  if (landing.refused + library.refused > 0) throw new Error('some answers were refused');
  return [
    {
      name: 'landing page, visitors',
      value: landing.perSecond,
      unit: 'answers/s',
      bound: 10_000,
      sense: 'least',
      how: 'wrk, 32 connections',
    },
    {
      name: '/library data, subscriber',
      value: library.perSecond,
      unit: 'answers/s',
      bound: 3_000,
      sense: 'least',
      how: 'wrk, 32 connections',
    },
  ];
}
