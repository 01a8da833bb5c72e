import { plans, type SoldPlanId } from '#features/plans/plans.ts';

/** A calendar month in São Paulo, as `2026-11`. */
export type Month = string;

/** Figures of one month, in centavos. */
export interface RevenueMonth {
  month: Month;
  /** People with a paid plan at the month's last instant; in the current month now. */
  subscribers: number;
  /** Monthly revenue of the subscriptions in force at that instant, at the charged prices. */
  mrrCents: number;
  /** People who bought a plan without having one. subscribers = those of the month before + started − lost. */
  started: number;
  /** People whose last plan ended, was not renewed, or was fully refunded. */
  lost: number;
  /** Failed charges, whatever happened later. */
  failed: number;
  receivedCents: number;
  refundedCents: number;
}

/** Current revenue of a plan on sale. */
export interface PlanShare {
  planType: SoldPlanId;
  name: string;
  /** Monthly value of one subscription at today's price. */
  monthlyCents: number;
  subscribers: number;
  mrrCents: number;
}

export interface Revenue {
  /** Twelve, oldest first; the last one is the current month. */
  months: RevenueMonth[];
  plans: PlanShare[];
  granted: number;
}

/** Monthly value of a plan in centavos: its price divided by its months; 0 for plans not on sale. */
export function monthlyCentsOf(planType: string): number {
  const plan = plans.find((each) => each.id === planType);
  return plan ? plan.priceCents / plan.months : 0;
}

export const netCents = (month: RevenueMonth): number => month.receivedCents - month.refundedCents;

/** Whether there was never any payment in these months. */
export const isEmpty = ({ months, plans: shares }: Revenue): boolean =>
  shares.every((plan) => plan.subscribers === 0) &&
  months.every((month) => month.receivedCents + month.refundedCents + month.failed + month.lost === 0);
