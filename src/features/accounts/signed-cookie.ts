import { createHmac, timingSafeEqual } from 'node:crypto';

/** A cookie with one name whose value carries our signature: `value.signature`. No script can read it. */
export interface SignedCookie {
  /** What was sent under its name, signature and all; null without it. It proves nothing by itself. */
  raw(cookieHeader: string | null | undefined): string | null;
  /** The signed value, or null when the cookie is missing or its signature is not ours. */
  read(cookieHeader: string | null | undefined): string | null;
  /** A Set-Cookie line that keeps it for its whole length. */
  write(value: string): string;
  /** A Set-Cookie line that removes it. */
  clear(): string;
}

interface Options {
  name: string;
  secret: string;
  /** How long a browser keeps it, in seconds. */
  seconds: number;
}

/**
 * The session's cookie; signed audio addresses are tied to it. Over https browsers take the prefixed name only over
 * https; the plain name is then nobody's, so that a page without https cannot hand in a session.
 */
export function openSessionCookie(options: Omit<Options, 'name'> & { publicUrl: string }): SignedCookie {
  const prefix = options.publicUrl.startsWith('https:') ? '__Secure-' : '';
  return openSignedCookie({ ...options, name: `${prefix}sonoteca.session_token` });
}

/**
 * The cookie that a browser keeps for a year after it signed up or in, also while nobody is signed in: a random name for
 * the browser. It lets nobody in.
 */
export const openBrowserCookie = ({
  secret,
  publicUrl,
}: {
  secret: string;
  publicUrl: string;
}): SignedCookie =>
  openSignedCookie({
    name: `${publicUrl.startsWith('https:') ? '__Host-' : ''}sonoteca.browser`,
    // A key of its own: neither of the two cookies can stand for the other.
    secret: createHmac('sha256', secret).update('sonoteca browser').digest('hex'),
    seconds: 365 * 86_400,
  });

/** The library's cookie between the password and the second step: names the try, and lets nobody in. */
export const openStepCookie = ({ secret, publicUrl }: { secret: string; publicUrl: string }): SignedCookie =>
  openSignedCookie({
    name: `${publicUrl.startsWith('https:') ? '__Secure-' : ''}sonoteca.two_factor`,
    secret,
    seconds: 600,
  });

/** The form is the accounts library's: HMAC-SHA-256 in base64, URL-encoded. A name that begins with `__` is Secure. */
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
      const given = Buffer.from(signed.slice(dot + 1));
      const right = Buffer.from(sign(value));
      return given.length === right.length && timingSafeEqual(given, right) ? value : null;
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
