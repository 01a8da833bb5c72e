/** Joins class names; skips false, null and undefined. Does not resolve conflicting classes. */
export const cx = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');
