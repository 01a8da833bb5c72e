import { appContext } from '#routes/app.server.ts';
import type { Route } from './+types/robots';

/** Paths of personal and administrators' pages, and of calls. */
const closed = [
  '/admin',
  '/edit-home',
  '/auth/',
  '/library',
  '/category/',
  '/package/',
  '/search',
  '/favorites',
  '/projetos',
  '/aprovar/',
  '/dashboard',
  '/profile',
  '/minhas-gravacoes',
  '/payment/',
  '/functions/',
  '/api/',
  '/audio/',
  '/sample/',
];

/** GET /robots.txt */
export function loader({ context }: Route.LoaderArgs) {
  const { PUBLIC_URL } = context.get(appContext).settings;
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), 'Allow: /'];
  const body = `${lines.join('\n')}\n\nSitemap: ${new URL('/sitemap.xml', PUBLIC_URL).href}\n`;
  return new Response(body, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
