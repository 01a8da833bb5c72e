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

/** Totals of a day in São Paulo, `2026-11-22`. */
export interface DayFigures {
  day: string;
  plays: number;
  downloads: number;
  visits: number;
  signUps: number;
  confirmed: number;
  firstPayments: number;
}

/** From the visit to the payment, in order. */
const funnel = {
  visits: 'Visitas',
  signUps: 'Cadastros',
  confirmed: 'E-mails confirmados',
  firstPayments: 'Primeiros pagamentos',
} as const;

/** Each step's total with its share of the step before; '' where there is none to compare with. */
export function funnelOf(days: DayFigures[]): { name: string; count: number; rate: string }[] {
  let before = 0;
  return Object.entries(funnel).map(([step, name]) => {
    // cast: the entries of a table lose the type of their keys
    const count = days.reduce((sum, day) => sum + day[step as keyof typeof funnel], 0);
    const share = before > 0 ? (count / before) * 100 : null;
    before = count;
    const rate = share === null ? '' : `${share.toLocaleString('pt-BR', { maximumFractionDigits: 1 })} %`;
    return { name, count, rate };
  });
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
