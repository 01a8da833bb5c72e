import { formatPhone, nationalDigits } from '#platform/phone.ts';

const greeting = 'Olá! Vim pelo site e quero saber mais sobre os planos.';
const spotOrder = 'Olá! Quero encomendar um spot gravado de até 40 segundos (R$ 15). O texto é:';

/** A contact number in the forms that the page needs. */
export interface Contact {
  /** Digits with country and area code: `5511988887777`. */
  digits: string;
  /** `+55 (11) 98888-7777` */
  display: string;
  telUrl: string;
  chatUrl: string;
  /** Chat with an order for a recorded spot already written. */
  spotUrl: string;
}

/**
 * A Brazilian number as digits with the country code, from any usual way of writing it, or null when it cannot
 * be one: `(11) 98888-7777`, `011 98888 7777` and `+55 11 98888-7777` all give `5511988887777`.
 */
export function toWhatsApp(typed: string): string | null {
  if (/[^\d\s()+.\-/]/.test(typed)) return null;
  const national = nationalDigits(typed);
  return /^[1-9][1-9](9\d{8}|[2-8]\d{7})$/.test(national) ? `55${national}` : null;
}

/** Chat address with the first message already written (LND-20). */
const chatUrl = (digits: string, message: string): string =>
  `https://wa.me/${digits}?text=${encodeURIComponent(message)}`;

/** All forms of a stored number; null when there is none, and then nothing of it is shown. */
export function toContact(whatsapp: string | null): Contact | null {
  const stored = whatsapp ?? '';
  const digits = toWhatsApp(stored) ?? stored.replace(/\D/g, '');
  if (digits.length < 10 || digits.length > 15) return null;
  return {
    digits,
    display: formatPhone(digits),
    telUrl: `tel:+${digits}`,
    chatUrl: chatUrl(digits, greeting),
    spotUrl: chatUrl(digits, spotOrder),
  };
}

/** How to reach us, as the end of a sentence in the terms. */
export function channelOf(whatsapp: string | null): string {
  const contact = toContact(whatsapp);
  return contact ? `pelo WhatsApp ${contact.display}` : 'pelos canais de atendimento do site';
}
