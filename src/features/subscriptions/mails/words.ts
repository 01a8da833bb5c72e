import type { MailSite } from '#features/accounts/letters.ts';
import { planLabel, plans } from '#features/plans/plans.ts';
import type { LetterFacts } from '../letters.ts';

/** What every template of a letter is given. */
export interface LetterProps<K extends LetterFacts['kind']> {
  /** May be empty. */
  name: string;
  site: MailSite;
  facts: Extract<LetterFacts, { kind: K }>;
}

/** `Olá, Rádio Cidade!`, or `Olá!` to whom has given no name. */
export const greeting = (name: string): string => (name.trim() ? `Olá, ${name.trim()}!` : 'Olá!');

/** `Plano Anual`; also for plans that are not sold. */
export const planName = (planType: string): string =>
  plans.find((plan) => plan.id === planType)?.name ?? `Plano ${planLabel(planType)}`;
