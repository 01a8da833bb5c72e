import { createHash } from 'node:crypto';
import { earlyClicksScript } from '#platform/early-clicks.ts';
import { themeScript } from '#platform/theme-script.ts';

/** Headers of every response unless its endpoint overrides them (SEC-06). */
export const securityHeaders: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=()'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
];

/** HSTS for one year when the site is on https, else null. Subdomains are not included. */
export const strictTransport = (publicUrl: string): string | null =>
  publicUrl.startsWith('https:') ? 'max-age=31536000' : null;

const ownHashes = [themeScript, earlyClicksScript].map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
);

/** The CSP of a page with nonces or hashes of its scripts; `soundOrigin` is a foreign origin of audio. */
export function contentSecurityPolicy(scripts: string[], soundOrigin: string | null): string {
  const sound = soundOrigin === null ? '' : ` ${soundOrigin}`;
  return [
    "default-src 'self'",
    `script-src 'self' ${[...new Set([...ownHashes, ...scripts])].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https://i.ytimg.com https://i.vimeocdn.com",
    `media-src 'self' blob:${sound}`,
    "font-src 'self'",
    `connect-src 'self'${sound}`,
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a browser sends this write for another site (SEC-05). Other clients send neither header. */
export function isForeignWrite(request: Request, publicUrl: string): boolean {
  if (safe.has(request.method)) return false;
  const site = request.headers.get('sec-fetch-site');
  if (site === 'cross-site' || site === 'same-site') return true;
  const origin = request.headers.get('origin');
  if (!origin) return false;
  if (origin === new URL(publicUrl).origin) return false;
  return URL.parse(origin)?.host !== request.headers.get('host');
}
