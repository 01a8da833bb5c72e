import { domainToUnicode } from 'node:url';

/** The letters that registro.br sells; others could look like the letters of another domain. */
const brazilian = /^[a-z0-9àáâãéêíóôõúüç.-]+$/;

/** A stored address as people read it: `contato@xn--rdio-5na.com.br` is `contato@rádio.com.br`. */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  if (!email.includes('xn--', at)) return email;
  const domain = domainToUnicode(email.slice(at));
  return brazilian.test(domain) ? email.slice(0, at) + domain : email;
}
