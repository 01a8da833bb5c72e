/** How a plan is sold. Money in centavos. */
interface Offer {
  name: string;
  priceCents: number;
  /** `mês`, `6 meses`, `ano`: after 'por' or '/'. */
  period: string;
  months: number;
  originalPriceCents: number | null;
  savingPercent: number | null;
  popular: boolean;
  /** The last line of the default benefits. */
  support: string;
  /** The provider's price when no setting names one. */
  defaultPrice: string;
}

interface PlanFacts {
  /** The short name (specification, section 3). */
  label: string;
  /** Whether it opens the library. */
  opensLibrary: boolean;
  /** Whether it has an end date. */
  ends: boolean;
  /** Null: cannot be bought, only granted by administrators. */
  offer: Offer | null;
}

/** Every plan in display order; prices, settings, benefits, filters and entitlement derive from it. */
const table = {
  monthly: {
    label: 'Mensal',
    opensLibrary: true,
    ends: true,
    offer: {
      name: 'Plano Mensal',
      priceCents: 2990,
      period: 'mês',
      months: 1,
      originalPriceCents: null,
      savingPercent: null,
      popular: false,
      support: 'Suporte prioritário',
      defaultPrice: 'price_mensal',
    },
  },
  semester: {
    label: 'Semestral',
    opensLibrary: true,
    ends: true,
    offer: {
      name: 'Plano Semestral',
      priceCents: 11400,
      period: '6 meses',
      months: 6,
      originalPriceCents: 17940,
      savingPercent: 36,
      popular: true,
      support: 'Suporte VIP prioritário',
      defaultPrice: 'price_semestral',
    },
  },
  annual: {
    label: 'Anual',
    opensLibrary: true,
    ends: true,
    offer: {
      name: 'Plano Anual',
      priceCents: 21000,
      period: 'ano',
      months: 12,
      originalPriceCents: 35880,
      savingPercent: 41,
      popular: false,
      support: 'Suporte VIP prioritário',
      defaultPrice: 'price_anual',
    },
  },
  lifetime: { label: 'Vitalício', opensLibrary: true, ends: false, offer: null },
  free: { label: 'Gratuito', opensLibrary: false, ends: false, offer: null },
} as const satisfies Record<string, PlanFacts>;

export type PlanType = keyof typeof table;
export type SoldPlanId = { [K in PlanType]: (typeof table)[K]['offer'] extends null ? never : K }[PlanType];

export interface Plan extends Offer {
  id: SoldPlanId;
}

const facts: Record<PlanType, PlanFacts> = table;

export const planTypes = Object.keys(table) as PlanType[];
/** The plans that open the library. */
export const paidPlans: readonly PlanType[] = planTypes.filter((type) => facts[type].opensLibrary);
export const plans: readonly Plan[] = planTypes.flatMap((type) => {
  const { offer } = facts[type];
  return offer ? [{ id: type as SoldPlanId, ...offer }] : [];
});

export const bySoldPlan = <T>(choose: (plan: Plan) => T): Record<SoldPlanId, T> =>
  Object.fromEntries(plans.map((plan) => [plan.id, choose(plan)])) as Record<SoldPlanId, T>;

/** Everybody without a paid plan; unknown plans count as it. */
export const freePlan = 'free' satisfies PlanType;

export const toPlanType = (stored: string | null | undefined): PlanType =>
  planTypes.find((type) => type === stored) ?? freePlan;

/** A plan's short name; unknown is Gratuito (specification, section 3). */
export const planLabel = (stored: string | null | undefined): string => facts[toPlanType(stored)].label;

/** Whether a plan opens the library. */
export const isPaidPlan = (stored: string): boolean => facts[toPlanType(stored)].opensLibrary;

export const planEnds = (type: PlanType): boolean => facts[type].ends;
