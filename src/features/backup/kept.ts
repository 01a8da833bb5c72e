import { addDays, type Day, dayOf, instant, isoDay, monthOf, weekdayOf } from '#platform/calendar.ts';

/** How many backups are kept: the newest of each of the last days, weeks and months that have one. */
const kept = { days: 7, weeks: 4, months: 12 };

const pattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

/** The name of a backup: its time in UTC, which sorts. */
export const stampOf = (now: Date): string => instant(now).replace(/:|\.\d+/g, '');

export const isStamp = (text: string): boolean => pattern.test(text);

/** The time of a backup. */
export const timeOf = (stamp: string): Date => new Date(stamp.replace(pattern, '$1-$2-$3T$4:$5:$6Z'));

const mondayOf = (day: Day): Day => addDays(day, -((weekdayOf(day) + 6) % 7));
/** Periods in São Paulo; weeks begin on Mondays. */
const periods = {
  days: (stamp: string) => isoDay(dayOf(timeOf(stamp))),
  weeks: (stamp: string) => isoDay(mondayOf(dayOf(timeOf(stamp)))),
  months: (stamp: string) => monthOf(timeOf(stamp)),
};

/** Which backups stay: of each period the newest, for as many periods as are kept. */
export function toKeep(stamps: readonly string[]): Set<string> {
  const newestFirst = stamps.filter(isStamp).toSorted().reverse();
  const staying = new Set<string>();
  for (const [name, most] of Object.entries(kept)) {
    const periodOf = periods[name as keyof typeof kept];
    const seen = new Set<string>();
    for (const stamp of newestFirst) {
      const period = periodOf(stamp);
      if (seen.has(period) || seen.size === most) continue;
      seen.add(period);
      staying.add(stamp);
    }
  }
  return staying;
}
