import { z } from 'zod';
import { roles } from '#features/accounts/roles.ts';
import { type PlanType, planEnds, planTypes } from '#features/plans/plans.ts';
import { firstMessage } from '#platform/errors.ts';
import { endOfTypedDay } from '#platform/typed-day.ts';
import { typedText } from '#platform/typed-text.ts';

/** The user whose access changes, in every form of the users' page. */
export const userId = z
  .string({ error: 'Informe o usuário.' })
  .min(1, 'Informe o usuário.')
  .max(100, 'Usuário inválido.');

export const reason = typedText({ error: 'Informe o motivo.' })
  .min(1, 'Informe o motivo.')
  .max(500, 'Motivo longo demais.');

/** The end of the chosen Brazilian day; blank is null: never. */
const until = z.union([z.date(), z.null(), z.string()]).transform((value, context) => {
  if (typeof value !== 'string') return value;
  const end = endOfTypedDay.safeParse(value);
  if (end.success) return end.data;
  context.addIssue({ code: 'custom', message: firstMessage(end.error) });
  return z.NEVER;
});

/** The subscription shown when the administrator decided (`seenOf`); left out, any is replaced. */
const seen = z.string().max(100).optional();

/** A version of a person's plan, status and end. */
export const seenOf = (
  subscription: { planType: string; status: string; expiresAt: Date | string | null } | null,
): string => {
  if (!subscription) return 'none';
  const { planType, status, expiresAt } = subscription;
  return `${planType} ${status} ${expiresAt ? new Date(expiresAt).getTime() : 'open'}`;
};

export const grantPlanSchema = z.object({
  seen,
  userId,
  planType: z.enum(planTypes, { error: 'Plano desconhecido.' }),
  until,
  reason,
});

/** An endless or free plan ends the provider's charges: the person would pay for nothing. */
export const endsCharging = (planType: PlanType, until: Date | string | null): boolean =>
  !planEnds(planType) || !until;

export const revokeAccessSchema = z.object({ seen, userId, reason });

export const changeRoleSchema = z.object({
  userId,
  role: z.enum(roles, { error: 'Permissão desconhecida.' }),
  reason,
});

export type AccessRefusal = 'unknown-user' | 'is-admin' | 'last-admin' | 'changed';

export const accessRefusals: Record<AccessRefusal, string> = {
  'unknown-user': 'Este usuário não existe mais.',
  'is-admin': 'O acesso de administradores não pode ser revogado.',
  'last-admin': 'É preciso haver ao menos um administrador.',
  changed: 'A assinatura desta pessoa mudou enquanto você decidia. Nada foi alterado.',
};
