import type { z } from 'zod';
import type { Admin } from '#features/accounts/model.ts';
import { grantCreditsForm, grantRefusals } from '#features/credits/grant.ts';
import { grantByAdmin } from '#features/credits/move-credits.server.ts';
import {
  accessRefusals,
  changeRoleSchema,
  grantPlanSchema,
  revokeAccessSchema,
} from '#features/subscriptions/access.ts';
import { changeRole, grantPlan, revokeAccess } from '#features/subscriptions/change-access.server.ts';
import type { AccessAnswer } from '#features/subscriptions/components/access-dialogs.tsx';
import { refundRefusals, refundSchema, synchronizeSchema } from '#features/subscriptions/refund.ts';
import { refundAndEnd, refundDuplicate, synchronize } from '#features/subscriptions/refund-payment.server.ts';
import { firstMessage } from '#platform/errors.ts';
import type { App } from '#routes/app.server.ts';
import { failureOf } from './user-words.ts';

type Outcome = { ok: true } | { ok: false; reason: string };
type Run = (app: App, admin: Admin, form: FormData) => Promise<AccessAnswer>;

/** Combines a form's schema, its command and its texts. */
function change<T>(
  schema: z.ZodType<T>,
  run: (app: App, admin: Admin, input: T) => Promise<Outcome>,
  words: { done: string; description?: string; failed: string; refusals: Record<string, string> },
): Run {
  return async (app, admin, form) => {
    const parsed = schema.safeParse(Object.fromEntries(form));
    if (!parsed.success) return { ok: false, title: words.failed, description: firstMessage(parsed.error) };
    const outcome = await run(app, admin, parsed.data);
    if (outcome.ok) return { ok: true, title: words.done, description: words.description };
    return { ok: false, title: words.failed, description: words.refusals[outcome.reason] };
  };
}

const changes: Record<string, Run> = {
  revoke: change(revokeAccessSchema, revokeAccess, {
    done: 'Acesso revogado',
    failed: failureOf('revoke'),
    refusals: accessRefusals,
  }),
  grant: change(grantPlanSchema, grantPlan, {
    done: 'Plano concedido',
    failed: failureOf('grant'),
    refusals: accessRefusals,
  }),
  role: change(changeRoleSchema, changeRole, {
    done: 'Permissão alterada',
    failed: failureOf('role'),
    refusals: accessRefusals,
  }),
  credits: change(grantCreditsForm, grantByAdmin, {
    done: 'Créditos concedidos',
    failed: failureOf('credits'),
    refusals: grantRefusals,
  }),
  refund: change(refundSchema, refundAndEnd, {
    done: 'Reembolso feito',
    description: 'O valor foi devolvido e o acesso se encerra em instantes.',
    failed: failureOf('refund'),
    refusals: refundRefusals,
  }),
  'refund-duplicate': change(refundSchema, refundDuplicate, {
    done: 'Duplicata reembolsada',
    description: 'O valor foi devolvido, e a outra assinatura continua.',
    failed: failureOf('refund-duplicate'),
    refusals: refundRefusals,
  }),
  sync: change(synchronizeSchema, synchronize, {
    done: 'Sincronização pedida',
    description: 'A situação no provedor aparece aqui em instantes.',
    failed: failureOf('sync'),
    refusals: refundRefusals,
  }),
};

export async function changeUser(app: App, admin: Admin, form: FormData): Promise<AccessAnswer> {
  const intent = String(form.get('intent'));
  const run = Object.hasOwn(changes, intent) ? changes[intent] : undefined;
  return run ? run(app, admin, form) : { ok: false, title: 'Ação desconhecida' };
}
