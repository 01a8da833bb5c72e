import type { MailState } from '#db/schema/accounts.ts';
import type { Lock } from '#features/accounts/limits/limits.ts';
import { isAdmin, type Role } from '#features/accounts/roles.ts';
import { isPaidPlan, planLabel } from '#features/plans/plans.ts';
import { hasOpenPlan, type PaymentTrouble, type Subscription } from '#features/subscriptions/model.ts';
import { formatClock, formatDate, formatDateTime } from '#platform/format.ts';

/** Everything that decides whether a person gets in and hears the library. */
export interface Standing {
  createdAt: Date;
  isConfirmed: boolean;
  role: Role;
  /** An administrator without the second step that the site requires of administrators. */
  lacksSecondStep: boolean;
  locks: readonly Lock[];
  isMaintenance: boolean;
  subscription: Subscription | null;
  /** When an administrator took the access, and why; null: nobody did. */
  revoked: { at: Date; reason: string | null } | null;
  trouble: PaymentTrouble | null;
  /** The newest mail to the account; null: none in 90 days. */
  lastMail: { state: MailState; answer: string | null } | null;
  lastSignIn: Date | null;
}

/** What mends a cause: an action of the page, or another page. */
export type Mend = 'confirm' | 'unlock' | 'maintenance' | 'plan';

interface Told {
  text: string;
  mend: Mend | null;
}
type Rule = (standing: Standing, now: Date) => Told | null;

const locked =
  (of: Lock['of'], words: (lock: Lock) => string): Rule =>
  ({ locks }) => {
    const lock = locks.find((each) => each.of === of);
    return lock ? { text: words(lock), mend: 'unlock' } : null;
  };

/** What became of the mail that an unconfirmed account waits for. */
const aboutMail = (mail: Standing['lastMail']): string => {
  if (!mail) return ' Nenhum e-mail foi enviado nos últimos 90 dias.';
  if (mail.state === 'sent') return ' O último e-mail foi aceito pelo servidor: peça que olhe também o spam.';
  const answer = mail.answer ? `: ${mail.answer}` : '.';
  return mail.state === 'refused'
    ? ` O último e-mail foi recusado${answer}`
    : ` O último e-mail ainda não foi aceito${answer}`;
};

/** Whether the library is closed to somebody without the role that opens it. */
const isClosed = ({ role, subscription }: Standing, now: Date): boolean =>
  !isAdmin({ role }) && !hasOpenPlan(subscription, now);

const closed =
  (tell: (standing: Standing) => string | null): Rule =>
  (standing, now) => {
    const text = isClosed(standing, now) ? tell(standing) : null;
    return text ? { text, mend: 'plan' } : null;
  };

/** In the order in which they keep a person out: of those about the plan only the first holds. */
const rules = {
  unconfirmed: ({ isConfirmed, createdAt, lastMail }) =>
    isConfirmed
      ? null
      : {
          text: `E-mail não confirmado desde ${formatDate(createdAt)}.${aboutMail(lastMail)}`,
          mend: 'confirm',
        },
  'locked-password': locked(
    'password',
    ({ until, tries }) => `Bloqueado até ${formatClock(until)} após ${tries} senhas erradas.`,
  ),
  'locked-code': locked(
    'code',
    ({ until, tries }) => `Bloqueado até ${formatClock(until)} após ${tries} códigos errados.`,
  ),
  maintenance: ({ isMaintenance, role }) =>
    isMaintenance && !isAdmin({ role })
      ? { text: 'O site está em manutenção: só administradores entram.', mend: 'maintenance' }
      : null,
  'second-step': ({ lacksSecondStep }) =>
    lacksSecondStep
      ? {
          text: 'A verificação em duas etapas é exigida de administradores e não está configurada: até lá, a conta não abre a administração. Ela é ativada pela própria pessoa em Minha Conta, na aba Segurança.',
          mend: null,
        }
      : null,
  revoked: closed(({ revoked, subscription }) =>
    revoked && subscription?.status !== 'active'
      ? `Acesso retirado em ${formatDateTime(revoked.at)}${revoked.reason ? `: ${revoked.reason}` : '.'}`
      : null,
  ),
  pending: closed(({ subscription }) =>
    subscription?.paymentPending ? 'Entra, mas o boleto ou Pix ainda não foi confirmado.' : null,
  ),
  'first-missed': closed(({ trouble }) =>
    trouble === 'first-missed' ? 'Entra, mas o primeiro pagamento não chegou.' : null,
  ),
  'renewal-refused': closed(({ trouble }) =>
    trouble === 'renewal-refused' ? 'Entra, mas a última cobrança da assinatura foi recusada.' : null,
  ),
  ended: closed(({ subscription }) =>
    subscription?.expiresAt && isPaidPlan(subscription.planType)
      ? `Entra, mas a assinatura ${planLabel(subscription.planType)} terminou em ${formatDate(subscription.expiresAt)}.`
      : null,
  ),
  'no-plan': closed(() => 'Entra, mas não tem assinatura: a biblioteca fica fechada.'),
  'locked-links': locked(
    'links',
    ({ until }) => `Pediu muitos links por e-mail: o próximo só depois de ${formatClock(until)}.`,
  ),
} satisfies Record<string, Rule>;

/** A reason why somebody does not get in, or hears nothing; `fine`: there is none. */
export interface Cause extends Told {
  name: keyof typeof rules | 'fine';
}

/**
 * Why somebody cannot get in, or hears nothing: the first answers the question, further ones come after it. Never
 * empty.
 */
export function findCauses(standing: Standing, now: Date): [Cause, ...Cause[]] {
  const causes: Cause[] = [];
  for (const [name, rule] of Object.entries(rules) as [keyof typeof rules, Rule][]) {
    const told = rule(standing, now);
    const isSecondOfPlan = told?.mend === 'plan' && causes.some(({ mend }) => mend === 'plan');
    if (told && !isSecondOfPlan) causes.push({ name, ...told });
  }
  const [first, ...others] = causes;
  if (first) return [first, ...others];
  const { lastSignIn } = standing;
  const text = lastSignIn
    ? `Tudo em ordem: último login em ${formatDateTime(lastSignIn)}.`
    : 'Tudo em ordem, mas ninguém entrou nesta conta ainda.';
  return [{ name: 'fine', text, mend: null }];
}
