import { appContext } from '#routes/app.server.ts';
import type { Route } from './+types/sitemap';

/** Public pages; the library needs a plan. */
const pages = ['/', '/licenca', '/termos', '/privacidade'];

/** GET /sitemap.xml */
export function loader({ context }: Route.LoaderArgs) {
  const { PUBLIC_URL } = context.get(appContext).settings;
  const urls = pages.map((path) => `  <url><loc>${asXml(new URL(path, PUBLIC_URL).href)}</loc></url>`);
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
  return new Response(body, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}

const asXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
