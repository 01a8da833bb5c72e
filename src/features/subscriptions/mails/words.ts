import { planLabel, plans } from '#features/plans/plans.ts';

/** `Olá, Rádio Cidade!`, or `Olá!` without a name. */
export const greeting = (name: string): string => (name.trim() ? `Olá, ${name.trim()}!` : 'Olá!');

/** `Plano Anual`; also for plans that are not on sale. */
export const planName = (planType: string): string =>
  plans.find((plan) => plan.id === planType)?.name ?? `Plano ${planLabel(planType)}`;
