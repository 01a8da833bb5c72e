/** The one entry that stands elsewhere in the second order; null: none does. */
export function movedBetween(was: readonly string[], is: readonly string[]): string | null {
  const first = is.findIndex((id, at) => id !== was[at]);
  if (first < 0) return null;
  const last = is.findLastIndex((id, at) => id !== was[at]);
  return (is[first] === was[last] ? is[first] : is[last]) ?? null;
}

/** The neighbours of an entry, as a move names them; '' at an end of what is shown. */
export function spotOf(ids: readonly string[], id: string): { after: string; before: string } {
  const at = ids.indexOf(id);
  return { after: ids[at - 1] ?? '', before: ids[at + 1] ?? '' };
}
