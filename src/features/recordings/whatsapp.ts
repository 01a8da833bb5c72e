import { nationalDigits } from '#platform/phone.ts';

export interface WhatsappNumber {
  /** Digits; with country code 55 if it can be parsed as a Brazilian number. */
  digits: string;
  /** A warning that does not block; null when the number looks right. */
  warning: string | null;
}

const missingNinth = 'Celulares têm o 9 na frente do número. Confira se não faltou.';
const missingArea = 'Inclua o DDD. Exemplo: (11) 99999-0000.';
const unusual = 'Este número não parece um celular brasileiro. Confira antes de enviar.';

/** Parses `(11) 99999-0000`, `+55 11 99999-0000`, `0 11 …`, `0 15 11 …` (with a carrier). Null without any digit. */
export function normalizeWhatsapp(input: string): WhatsappNumber | null {
  const typed = input.replace(/\D/g, '');
  if (!typed) return null;
  const foreign = input.trim().startsWith('+') && !typed.startsWith('55');
  if (foreign) return { digits: typed, warning: unusual };
  const national = nationalDigits(typed);
  if (national.length === 8 || national.length === 9) return { digits: national, warning: missingArea };
  if (!/^[1-9][1-9]\d{8,9}$/.test(national)) return { digits: typed, warning: unusual };
  return { digits: `55${national}`, warning: warningFor(national) };
}

function warningFor(national: string): string | null {
  const number = national.slice(2);
  if (number.length === 8) return /^[6-9]/.test(number) ? missingNinth : unusual;
  return number.startsWith('9') ? null : unusual;
}
