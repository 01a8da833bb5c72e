/** Area code and number of a Brazilian phone number as typed, digits only; other input returns its digits. */
export function nationalDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '');
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
