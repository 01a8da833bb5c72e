import { plans, type SoldPlanId } from '#features/plans/plans.ts';
import { dayOf, startOfDay } from '#platform/calendar.ts';

/** A calendar month in São Paulo, as `2026-11`. */
export type Month = string;

/** One month of money. Amounts in centavos. */
export interface RevenueMonth {
  month: Month;
  /** People with a plan that was paid for, at the month's last instant; in the running month now. */
  subscribers: number;
  /** What the subscriptions in force at that instant bring in a month, at the prices that they were charged. */
  mrrCents: number;
  /** People who had no plan and bought one. The subscribers are those of the month before, plus these, less the lost. */
  started: number;
  /** People whose last plan has ended, was not renewed, or was paid back in full. */
  lost: number;
  /** Charges that failed, whatever became of them later. */
  failed: number;
  receivedCents: number;
  refundedCents: number;
}

/** What a plan that is sold brings just now. */
export interface PlanShare {
  planType: SoldPlanId;
  name: string;
  /** What one subscription that is bought today counts in a month: the price by its months. */
  monthlyCents: number;
  subscribers: number;
  mrrCents: number;
}

export interface Revenue {
  /** Twelve, the oldest first; the last one is running. */
  months: RevenueMonth[];
  plans: PlanShare[];
  /** People with a plan given by hand that is in force; they pay nothing. */
  granted: number;
}

/** What one subscription of a plan counts in a month, in centavos: the price by its months; 0 for plans not sold. */
export function monthlyCentsOf(planType: string): number {
  const plan = plans.find((each) => each.id === planType);
  return plan ? plan.priceCents / plan.months : 0;
}

/** Months that the page shows. */
const shownMonths = 12;

/** The last months up to the one of `now`, the oldest first. */
export function lastMonths(now: Date, count: number = shownMonths): Month[] {
  const { year, month } = dayOf(now);
  return Array.from({ length: count }, (_, i) => {
    const at = new Date(Date.UTC(year, month - count + i, 1));
    return at.toISOString().slice(0, 7);
  });
}

/** The first instant of a month in São Paulo. */
export function startOfMonth(month: Month): Date {
  const [year, number] = month.split('-').map(Number);
  return startOfDay({ year: year!, month: number!, day: 1 });
}

const names = {
  short: new Intl.DateTimeFormat('pt-BR', { month: 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
};

/** `nov`, or `novembro de 2026`. */
export const monthName = (month: Month, length: keyof typeof names): string =>
  names[length].format(new Date(`${month}-15T12:00:00Z`)).replace('.', '');

/** What has stayed of a month's money. */
export const netCents = (month: RevenueMonth): number => month.receivedCents - month.refundedCents;

/** Whether no money has ever moved in these months. */
export const isEmpty = ({ months, plans: shares }: Revenue): boolean =>
  shares.every((plan) => plan.subscribers === 0) &&
  months.every((month) => month.receivedCents + month.refundedCents + month.failed + month.lost === 0);
