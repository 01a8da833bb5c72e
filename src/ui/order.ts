import { elementAt } from '#platform/elements.ts';

/**
 * The order to show while one is being saved: the wanted one, without deleted entries and with new ones, each after
 * its predecessor in the given order.
 */
export function arrange(wanted: readonly string[], given: readonly string[]): string[] {
  const there = new Set(given);
  const shown = wanted.filter((id) => there.has(id));
  for (const [at, id] of given.entries()) {
    if (shown.includes(id)) continue;
    shown.splice(at === 0 ? 0 : shown.indexOf(elementAt(given, at - 1)) + 1, 0, id);
  }
  return shown;
}
