import { plans, type SoldPlanId } from '#features/plans/plans.ts';

export interface Benefit {
  id: string;
  text: string;
}

export interface PlanBenefits {
  id: SoldPlanId;
  benefits: Benefit[];
}

/** The wording of the delivery time. */
export const deliveryPromise = 'em até 24 horas úteis';

const common = [
  ['downloads', 'Downloads ilimitados'],
  ['programetes', 'Programetes ilimitados'],
  ['vinhetas', `4 pacotes de vinhetas por mês com o nome da sua rádio, entregues ${deliveryPromise}`],
  ['spots', 'Spots gravados a R$ 15 cada, de até 40 segundos, com locutores de verdade'],
  ['efeitos', 'Biblioteca de efeitos sonoros'],
  ['novidades', 'Atualizações gratuitas'],
  ['sem-anuncios', 'Sem anúncios'],
] as const;

/** The specification's default benefits of a plan (section 9). */
export function defaultBenefits(id: SoldPlanId): Benefit[] {
  const support = plans.find((plan) => plan.id === id)?.support ?? '';
  return [...common.map(([key, text]) => ({ id: key, text })), { id: 'suporte', text: support }];
}

/** Stored benefits over the defaults; an emptied list stays empty, blank lines are dropped (LND-12..14, A-78). */
export function mergeBenefits(stored: { id: string; benefits: Benefit[] }[]): PlanBenefits[] {
  return plans.map(({ id }) => {
    const found = stored.find((plan) => plan.id === id);
    if (!found) return { id, benefits: defaultBenefits(id) };
    return { id, benefits: found.benefits.filter((benefit) => benefit.text.trim() !== '') };
  });
}
