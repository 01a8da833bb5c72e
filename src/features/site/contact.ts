import { formatPhone, phoneWarning, readPhone } from '#platform/phone.ts';

const greeting = 'Olá! Vim pelo site e quero saber mais sobre os planos.';
const spotOrder = 'Olá! Quero encomendar um spot gravado de até 40 segundos (R$ 15). O texto é:';

/** A contact number in all needed forms. */
export interface Contact {
  /** Digits with country and area code: `5511988887777`. */
  digits: string;
  /** `+55 (11) 98888-7777` */
  display: string;
  telUrl: string;
  chatUrl: string;
  /** Chat URL with a prefilled order for a recorded spot. */
  spotUrl: string;
}

/**
 * Digits with country code: `(11) 98888-7777` and `011 98888 7777` give `5511988887777`; otherwise the reason in words
 * strict).
 */
export function toWhatsApp(typed: string): { digits: string } | { refusal: string } {
  const phone = readPhone(typed);
  if (!phone?.isAlone || phone.fault === 'unusual' || phone.fault === 'foreign')
    return { refusal: 'Informe o número com código do país e DDD, só com dígitos.' };
  const { digits, fault } = phone;
  if (fault === null || fault === 'landline') return { digits };
  return { refusal: phoneWarning(phone) ?? '' };
}

/** Chat URL with a prefilled message (LND-20). */
const chatUrl = (digits: string, message: string): string =>
  `https://wa.me/${digits}?text=${encodeURIComponent(message)}`;

/** All forms of a stored number; null without one, and nothing is shown then. */
export function toContact(whatsapp: string | null): Contact | null {
  const stored = whatsapp ?? '';
  const read = toWhatsApp(stored);
  const digits = 'digits' in read ? read.digits : stored.replace(/\D/g, '');
  if (digits.length < 10 || digits.length > 15) return null;
  return {
    digits,
    display: formatPhone(digits),
    telUrl: `tel:+${digits}`,
    chatUrl: chatUrl(digits, greeting),
    spotUrl: chatUrl(digits, spotOrder),
  };
}

/** Our contact, as the end of a sentence in the terms. */
export function channelOf(whatsapp: string | null): string {
  const contact = toContact(whatsapp);
  return contact ? `pelo WhatsApp ${contact.display}` : 'pelos canais de atendimento do site';
}
