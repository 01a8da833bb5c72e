import { createHmac, timingSafeEqual } from 'node:crypto';

/** A signed, HttpOnly cookie: `value.signature`. */
export interface SignedCookie {
  /** The raw value with its signature, unverified; null without one. */
  raw(cookieHeader: string | null | undefined): string | null;
  /** The value, or null when the cookie is missing or its signature is wrong. */
  read(cookieHeader: string | null | undefined): string | null;
  write(value: string): string;
  clear(): string;
}

interface Options {
  name: string;
  secret: string;
  /** Lifetime in seconds. */
  seconds: number;
}

/**
 * The session's cookie; signed audio addresses are bound to it. On https the name has the `__` prefix, which browsers
 * accept over https only, and the plain name is ignored, so that a page without https cannot inject a session.
 */
export function openSessionCookie(options: Omit<Options, 'name'> & { publicUrl: string }): SignedCookie {
  const prefix = options.publicUrl.startsWith('https:') ? '__Secure-' : '';
  return openSignedCookie({ ...options, name: `${prefix}sonoteca.session_token` });
}

/** The browser's random name, kept for a year after a sign-in, also without a session. It grants nothing. */
export const openBrowserCookie = ({
  secret,
  publicUrl,
}: {
  secret: string;
  publicUrl: string;
}): SignedCookie =>
  openSignedCookie({
    name: `${publicUrl.startsWith('https:') ? '__Host-' : ''}sonoteca.browser`,
    // A key of its own, so that neither cookie can be used as the other.
    secret: createHmac('sha256', secret).update('sonoteca browser').digest('hex'),
    seconds: 365 * 86_400,
  });

/** better-auth's cookie between password and second step: identifies the attempt and grants nothing. */
export const openStepCookie = ({ secret, publicUrl }: { secret: string; publicUrl: string }): SignedCookie =>
  openSignedCookie({
    name: `${publicUrl.startsWith('https:') ? '__Secure-' : ''}sonoteca.two_factor`,
    secret,
    seconds: 600,
  });

/** better-auth's format: HMAC-SHA-256 in base64, URL-encoded. A name that begins with `__` is Secure. */
function openSignedCookie({ name, secret, seconds }: Options): SignedCookie {
  const rest = `Path=/; HttpOnly${name.startsWith('__') ? '; Secure' : ''}; SameSite=Lax`;
  const sign = (value: string) => createHmac('sha256', secret).update(value).digest('base64');
  const raw = (cookieHeader: string | null | undefined) => cookieNamed(cookieHeader, name);
  return {
    raw,
    read(cookieHeader) {
      const sent = raw(cookieHeader);
      const signed = sent && decode(sent);
      const dot = signed ? signed.lastIndexOf('.') : -1;
      if (!signed || dot < 1) return null;
      const value = signed.slice(0, dot);
      const actual = Buffer.from(signed.slice(dot + 1));
      const right = Buffer.from(sign(value));
      return actual.length === right.length && timingSafeEqual(actual, right) ? value : null;
    },
    write: (value) => `${name}=${encodeURIComponent(`${value}.${sign(value)}`)}; Max-Age=${seconds}; ${rest}`,
    clear: () => `${name}=; Max-Age=0; ${rest}`,
  };
}

function cookieNamed(cookieHeader: string | null | undefined, wanted: string): string | null {
  for (const pair of cookieHeader?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === wanted) return pair.slice(at + 1).trim() || null;
  }
  return null;
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
