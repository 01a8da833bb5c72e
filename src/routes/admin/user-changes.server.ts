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
import {
  confirmAgain,
  endAllSessions,
  endOneSession,
  endSessionSchema,
  helpedSchema,
  liftLocks,
} from '#features/support/help-account.server.ts';
import { actionOf, change } from '#routes/changes.server.ts';
import { helpFailures, userFailures } from './user-words.ts';

/** What both the users' list and a user's page change. */
const userChanges = {
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
};

/** The changes of the users' list. */
export const changeUsers = actionOf(requireAdmin, userFailures, userChanges);

const gone = accessRefusals['unknown-user'];

/** The changes of a user's own page. */
export const changeUser = actionOf(
  requireAdmin,
  { ...userFailures, ...helpFailures },
  {
    ...userChanges,
    confirm: change(helpedSchema, confirmAgain, {
      done: { title: 'Confirmação enviada', description: 'O link vale por 24 horas.' },
      refusals: { 'unknown-user': gone, confirmed: 'Este e-mail já está confirmado.' },
    }),
    unlock: change(helpedSchema, liftLocks, {
      done: { title: 'Conta desbloqueada', description: 'A pessoa pode tentar de novo agora.' },
      refusals: { 'unknown-user': gone },
    }),
    'end-session': change(endSessionSchema, endOneSession, {
      done: { title: 'Sessão encerrada', description: 'O aparelho foi desconectado.' },
      refusals: { gone: 'Esta sessão já tinha terminado.' },
    }),
    'end-sessions': change(helpedSchema, endAllSessions, {
      done: { title: 'Sessões encerradas', description: 'Os aparelhos foram desconectados.' },
      refusals: { 'unknown-user': gone },
    }),
  },
);
