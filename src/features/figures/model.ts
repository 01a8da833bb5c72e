import type { Month } from '#features/subscriptions/revenue.ts';

/** Work that waits for administrators. */
export interface Waiting {
  /** Recording requests that are not delivered. */
  requests: number;
  drafts: number;
  failedImports: number;
}

/** Open recording requests by their deadline. */
export interface Deadlines {
  late: number;
  today: number;
  later: number;
}

/** Plays and downloads of a day in São Paulo, `2026-11-22`. */
export interface DayFigures {
  day: string;
  plays: number;
  downloads: number;
}

/** What happened: a notice, or a change by an administrator. */
export interface Happening {
  id: string;
  title: string;
  text: string;
  /** Path of the related page, or null. */
  link: string | null;
  at: string;
}

/** People with a paid plan and their monthly revenue at the end of a month; of the current month now. */
export interface Standing {
  month: Month;
  subscribers: number;
  mrrCents: number;
}

export interface PanelFigures {
  /** Oldest first; the last one is the current month. */
  standing: Standing[];
  /** Thirty days, oldest first; the last one is today. */
  days: DayFigures[];
  deadlines: Deadlines;
  drafts: number;
  happened: Happening[];
}
