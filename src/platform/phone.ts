/** Area codes in use (Anatel, Plano Geral de Códigos Nacionais: 67). */
const areas = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 ' +
    '61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
  ).split(' '),
);

export type PhoneFault =
  | 'missing-ninth'
  | 'missing-area'
  | 'unknown-area'
  | 'landline'
  | 'service'
  | 'foreign'
  | 'unusual';

export interface Phone {
  /** Digits; with country code 55 if it can be parsed as a Brazilian number. */
  digits: string;
  /** Why it is no Brazilian mobile number; null: it is one. */
  fault: PhoneFault | null;
  /** Whether the text is this number alone, with its label or as a link. */
  isAlone: boolean;
}

/** Longest text from which a number is read: a link to a chat may carry a message. */
export const longestPhone = 200;
/** No number has more digits, with carrier and country code. */
const mostDigits = 20;

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * Parses a number as people write or paste it: `(11) 99999-0000`, `+55 11 …`, `0 11 …`, `(0xx11) …`, `0 15 11 …` (with
 * a carrier), a link to a chat or `tel:`. Of several numbers, the first with a good form counts. Null without any
 * digit, or with more than a number has.
 */
export function readPhone(typed: string): Phone | null {
  const text = linkedNumber(typed.slice(0, longestPhone).normalize('NFKC'));
  const whole = readNumber(text);
  const isAlone = /^[^\d+(]*(?:[\d\s()+.\-–/]|(?<=0)xx)+$/i.test(text);
  if (whole && whole.fault !== 'unusual') return { ...whole, isAlone };
  const parts = text.split(/[/;,|\n]|\b(?:e|ou|ramal)\b/i).filter((part) => digitsOf(part).length >= 8);
  const found = parts.flatMap((part) => readNumber(part) ?? []);
  const best = found.find(({ fault }) => fault === null) ?? found.find(({ fault }) => fault !== 'unusual');
  const phone = best ?? whole;
  return phone && phone.digits.length <= mostDigits ? { ...phone, isAlone: isAlone && !best } : null;
}

/** The number in a link to a chat, as one with a country code; other text as it is. */
function linkedNumber(text: string): string {
  const number = /(?:wa\.me\/|[?&]phone=)(?:\+|%2B)?(\d+)/i.exec(text)?.[1];
  return number ? `+${number}` : text;
}

function readNumber(text: string): Omit<Phone, 'isAlone'> | null {
  const typed = digitsOf(text);
  if (!typed) return null;
  const isForeign = /^[^\d+]*\+/.test(text) && !typed.startsWith('55');
  if (isForeign) return { digits: typed, fault: 'foreign' };
  if (/^0?(?:[3589]00|303)\d{6,7}$/.test(typed)) return { digits: typed, fault: 'service' };
  const national = nationalDigits(typed);
  if (/^[2-9]\d{7,8}$/.test(national)) return { digits: national, fault: 'missing-area' };
  if (!/^[1-9]\d{9,10}$/.test(national)) return { digits: typed, fault: 'unusual' };
  return { digits: `55${national}`, fault: faultOf(national) };
}

function faultOf(national: string): PhoneFault | null {
  if (!areas.has(national.slice(0, 2))) return 'unknown-area';
  const number = national.slice(2);
  if (number.length === 9) return number.startsWith('9') ? null : 'unusual';
  if (/^[2-5]/.test(number)) return 'landline';
  return /^[6-9]/.test(number) ? 'missing-ninth' : 'unusual';
}

/** What is wrong with a number, in words. */
export function phoneWarning({ digits, fault }: Pick<Phone, 'digits' | 'fault'>): string | null {
  if (fault === null) return null;
  if (fault === 'unknown-area') return `O DDD ${digits.slice(2, 4)} não existe. Confira o número.`;
  return faultWords[fault];
}

const unusual = 'Este número não parece um celular brasileiro. Confira antes de enviar.';
const faultWords: Record<Exclude<PhoneFault, 'unknown-area'>, string> = {
  'missing-ninth': 'Celulares têm o 9 na frente do número. Confira se não faltou.',
  'missing-area': 'Inclua o DDD. Exemplo: (11) 99999-0000.',
  landline: unusual,
  service: 'Números 0800 e parecidos não recebem WhatsApp. Confira antes de enviar.',
  foreign: unusual,
  unusual,
};

/** Area code and number of a Brazilian phone number, digits only; other input returns its digits. */
function nationalDigits(digits: string): string {
  const trunk = digits.startsWith('0');
  let rest = digits.replace(/^0+/, '');
  if ((rest.length === 12 || rest.length === 13) && rest.startsWith('55'))
    return rest.slice(2).replace(/^0+/, '');
  if (rest.startsWith('550') && rest.length > 12) rest = rest.slice(3);
  else if (trunk && (rest.length === 12 || rest.length === 13)) return rest.slice(2);
  return rest;
}

/** `+55 (11) 98888-7777`; a shorter number is returned as it is. */
export function formatPhone(digits: string): string {
  const match = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  if (match) return `+55 (${match[1]}) ${match[2]}-${match[3]}`;
  return digits.length > 11 ? `+${digits}` : digits;
}
