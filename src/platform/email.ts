import { z } from 'zod';

/** Longest text from which an address is read: one pasted from a mail program has a name beside it. */
const longestTyped = 400;
const longestEmail = 254;
const invalid = 'Informe um e-mail válido.';

/** The one ASCII form of a domain name: `rádio.com.br` is `xn--rdio-5na.com.br`; null for what is no name. */
export function asciiDomain(name: string): string | null {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(name)) return null;
  return URL.parse(`http://${name}`)?.hostname ?? null;
}

/** An address out of what was typed or pasted: from `Nome <a@b.com>`, `mailto:a@b.com?subject=x`, `E-mail: a@b.com (casa).` */
function pastedAddress(typed: string): string {
  const text = typed
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .trim();
  const bare = /<([^<>]+)>/.exec(text)?.[1] ?? text;
  return bare
    .trim()
    .replace(/^(?:e-?mail|contato)\s*:\s*/i, '')
    .replace(/^mailto:([^?]*).*$/i, '$1')
    .replace(/(?<=@\S+)\s+\([^()]*\)[.,;]?$/, '')
    .replace(/^[\s"'([]+|[\s"')\].,;:]+$/g, '');
}

/** Reads an address in the form in which it is stored and compared; otherwise the reason in words. */
export function readEmail(typed: string): { email: string } | { refusal: string } {
  const address = pastedAddress(typed.slice(0, longestTyped)).toLowerCase();
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  if (at > 0 && /^[\p{L}\p{M}\p{N}.+_-]+$/u.test(local) && /\P{ASCII}/u.test(local))
    return { refusal: 'A parte do e-mail antes do @ não pode ter acentos nem cedilha.' };
  const email = `${local}@${asciiDomain(address.slice(at + 1))}`;
  if (email.length > longestEmail) return { refusal: 'E-mail longo demais.' };
  return at > 0 && z.email().safeParse(email).success ? { email } : { refusal: invalid };
}

/**
 * An address as stored: lower case, with its domain in ASCII. Browsers send `rádio.com.br` in either form; sign-up,
 * sign-in, recovery and the change of e-mail all compare this one.
 */
export const emailField = z
  .string({ error: 'Informe o e-mail.' })
  .max(longestTyped, 'E-mail longo demais.')
  .transform((typed, context) => {
    const read = readEmail(typed);
    if ('email' in read) return read.email;
    context.addIssue({ code: 'custom', message: read.refusal });
    return z.NEVER;
  });
