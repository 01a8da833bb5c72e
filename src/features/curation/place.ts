const digits = '0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * A place between two others, in the order of their bytes: '' is ahead of all, null behind all. It gets a letter longer
 * about every fifth time that something is put at the same spot.
 */
export function placeBetween(low: string, high: string | null): string {
  let made = '';
  for (let at = 0; ; at++) {
    const from = Math.max(0, digits.indexOf(low[at] ?? '0'));
    const letter = high?.[at];
    const to = letter === undefined ? digits.length : digits.indexOf(letter);
    if (to - from > 1) return made + digits[Math.floor((from + to) / 2)];
    made += digits[from];
    // From here on it is below the higher one, whatever follows.
    if (to > from) high = null;
  }
}
