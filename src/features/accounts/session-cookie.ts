import { createHmac, timingSafeEqual } from 'node:crypto';

const baseName = 'sonoteca.session_token';

/** Name of the session cookie: browsers take the prefixed one only over https. */
export const sessionCookieName = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? `__Secure-${baseName}` : baseName;

/**
 * The session cookie's value as it was sent, whichever of the two names it has; null without one. It proves
 * nothing by itself; signed audio addresses are tied to it.
 */
export function sessionCookieOf(cookieHeader: string | null | undefined): string | null {
  return cookieNamed(cookieHeader, `__Secure-${baseName}`) ?? cookieNamed(cookieHeader, baseName);
}

function cookieNamed(cookieHeader: string | null | undefined, wanted: string): string | null {
  for (const pair of cookieHeader?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === wanted) return pair.slice(at + 1).trim() || null;
  }
  return null;
}

/** Reads and writes the session cookie, signed with the site's secret. */
export interface SessionCookies {
  /** The session's token, or null when the cookie is missing or its signature is not ours. */
  read(cookieHeader: string | null | undefined): string | null;
  /** A Set-Cookie line that lets the session live on for its whole length. */
  write(token: string): string;
  /** A Set-Cookie line that removes it. */
  clear(): string;
}

/** The same form that the accounts library writes: `token.signature`, HMAC-SHA-256 in base64, URL-encoded. */
export function openSessionCookies(options: {
  secret: string;
  publicUrl: string;
  seconds: number;
}): SessionCookies {
  const name = sessionCookieName(options.publicUrl);
  const rest = `Path=/; HttpOnly${name.startsWith('__Secure-') ? '; Secure' : ''}; SameSite=Lax`;
  const sign = (token: string) => createHmac('sha256', options.secret).update(token).digest('base64');
  return {
    read(cookieHeader) {
      const raw = cookieNamed(cookieHeader, name);
      const value = raw && decode(raw);
      const dot = value ? value.lastIndexOf('.') : -1;
      if (!value || dot < 1) return null;
      const token = value.slice(0, dot);
      const given = Buffer.from(value.slice(dot + 1));
      const right = Buffer.from(sign(token));
      return given.length === right.length && timingSafeEqual(given, right) ? token : null;
    },
    write: (token) =>
      `${name}=${encodeURIComponent(`${token}.${sign(token)}`)}; Max-Age=${options.seconds}; ${rest}`,
    clear: () => `${name}=; Max-Age=0; ${rest}`,
  };
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
