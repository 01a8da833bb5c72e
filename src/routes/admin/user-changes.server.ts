import { requireAdmin } from '#features/accounts/gates.server.ts';
import { grantCreditsForm, grantRefusals } from '#features/credits/grant.ts';
import { grantByAdmin } from '#features/credits/move-credits.server.ts';
import {
  accessRefusals,
  changeRoleSchema,
  grantPlanSchema,
  revokeAccessSchema,
} from '#features/subscriptions/access.ts';
import { changeRole, grantPlan, revokeAccess } from '#features/subscriptions/change-access.server.ts';
import { refundRefusals, refundSchema, synchronizeSchema } from '#features/subscriptions/refund.ts';
import { refundAndEnd, refundDuplicate, synchronize } from '#features/subscriptions/refund-payment.server.ts';
import { actionOf, change } from '#routes/changes.server.ts';
import { userFailures } from './user-words.ts';

/** The changes of the users' page. */
export const changeUsers = actionOf(requireAdmin, userFailures, {
  revoke: change(revokeAccessSchema, revokeAccess, { done: 'Acesso revogado', refusals: accessRefusals }),
  grant: change(grantPlanSchema, grantPlan, { done: 'Plano concedido', refusals: accessRefusals }),
  role: change(changeRoleSchema, changeRole, { done: 'Permissão alterada', refusals: accessRefusals }),
  credits: change(grantCreditsForm, grantByAdmin, { done: 'Créditos concedidos', refusals: grantRefusals }),
  refund: change(refundSchema, refundAndEnd, {
    done: {
      title: 'Reembolso feito',
      description: 'O valor foi devolvido e o acesso se encerra em instantes.',
    },
    refusals: refundRefusals,
  }),
  'refund-duplicate': change(refundSchema, refundDuplicate, {
    done: {
      title: 'Duplicata reembolsada',
      description: 'O valor foi devolvido, e a outra assinatura continua.',
    },
    refusals: refundRefusals,
  }),
  sync: change(synchronizeSchema, synchronize, {
    done: {
      title: 'Sincronização pedida',
      description: 'A situação no provedor aparece aqui em instantes.',
    },
    refusals: refundRefusals,
  }),
});
