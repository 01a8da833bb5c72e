/** Joins class names; what is false, null or undefined is left out. Later classes do not undo earlier ones. */
export const cx = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');
