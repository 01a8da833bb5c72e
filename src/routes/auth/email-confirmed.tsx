import { parseWithZod } from '@conform-to/zod/v4';
import CircleCheck from 'lucide-react/icons/circle-check';
import Mail from 'lucide-react/icons/mail';
import MailX from 'lucide-react/icons/mail-x';
import type { ReactNode } from 'react';
import { data, Form, redirect, useNavigation, useSearchParams } from 'react-router';
import { confirmEmailChange, findEmailChange } from '#features/accounts/change-account.server.ts';
import { Countdown } from '#features/accounts/components/countdown.tsx';
import { LinkRequest } from '#features/accounts/components/link-request.tsx';
import { resendAnswer } from '#features/accounts/messages.ts';
import { emailSchema } from '#features/accounts/model.ts';
import { shownEmail } from '#platform/email.server.ts';
import { readForm } from '#platform/http.server.ts';
import { appContext } from '#routes/app.server.ts';
import { pageHead, unlisted } from '#routes/page-head.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Page } from '#ui/page.tsx';
import type { Route } from './+types/email-confirmed';

export const meta: Route.MetaFunction = (page) => [
  ...pageHead(page, 'Confirmação de e-mail', 'O resultado da confirmação do seu e-mail.'),
  unlisted,
];

/** `none`: without a link; `ask`: a change of e-mail that its button confirms. */
type Fate =
  | 'none'
  | 'ask'
  | 'confirmed'
  | 'changed'
  | 'used'
  | 'expired'
  | 'invalid'
  | 'taken'
  | 'change-expired';

const isGood = (fate: Fate): boolean => fate === 'confirmed' || fate === 'changed';
const answer = (fate: Fate, newEmail = '') =>
  data({ fate, newEmail }, { status: isGood(fate) || fate === 'none' || fate === 'ask' ? 200 : 410 });

/**
 * Redeems the confirmation link of a sign-up in the browser that asked for it, and shows the result. A change of e-mail
 * has no such proof: a mail scanner opens links too, so only its button confirms. A prefetch redeems nothing.
 */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const params = url.searchParams;
  const token = params.get('token');
  const secret = params.get('troca');
  const onlyLooks = request.method === 'HEAD' || /prefetch/.test(request.headers.get('sec-purpose') ?? '');
  if (onlyLooks) return answer('none');
  if (token !== null) {
    const fate = await app.auth.confirmEmail(token, request);
    return fate === 'choose' ? redirect(`/auth/nova-senha?token=${token}`) : answer(fate);
  }
  if (secret === null) return answer('none');
  const newEmail = await findEmailChange(app, secret);
  return newEmail === null ? answer('change-expired') : answer('ask', shownEmail(newEmail));
}

/** A second request would report that the link is already used. */
export const shouldRevalidate = () => false;

/** Confirms a change of e-mail, or sends another link; the same answer for every address. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const secret = form.get('troca');
  if (typeof secret === 'string') {
    const fate = await confirmEmailChange(context.get(appContext), secret);
    return answer(fate === 'expired' ? 'change-expired' : fate);
  }
  const submission = parseWithZod(form, { schema: emailSchema });
  if (submission.status !== 'success')
    return data({ sent: false, result: submission.reply() }, { status: 400 });
  const outcome = await context
    .get(appContext)
    .auth.call('/send-verification-email', submission.value, request);
  if (outcome.ok) return data({ sent: true, result: undefined });
  return data(
    { sent: false, result: submission.reply({ formErrors: [outcome.message] }) },
    { status: outcome.status },
  );
}

const texts: Record<Fate, { title: string; text: string }> = {
  none: {
    title: 'Confirmação de e-mail',
    text: 'Abra o link que enviamos para o seu e-mail. Se já confirmou, é só entrar.',
  },
  ask: {
    title: 'Confirme seu novo e-mail',
    text: 'A sua conta passa a usar este endereço assim que você confirmar.',
  },
  confirmed: { title: 'E-mail confirmado!', text: 'Sua conta está pronta. Agora é só entrar.' },
  changed: { title: 'E-mail alterado!', text: 'Use o novo endereço na próxima vez que entrar.' },
  used: {
    title: 'Este link já foi usado',
    text: 'Seu e-mail já está confirmado: é só entrar. Se ainda assim não conseguir, peça um novo link.',
  },
  expired: {
    title: 'Este link expirou',
    text: 'Links de confirmação valem por 24 horas. Peça um novo abaixo.',
  },
  invalid: {
    title: 'Este link não é válido',
    text: 'Confira se ele veio inteiro no e-mail, ou peça um novo abaixo.',
  },
  taken: {
    title: 'Este e-mail já está em uso',
    text: 'O endereço foi cadastrado em outra conta enquanto isso. Escolha outro no seu perfil.',
  },
  'change-expired': {
    title: 'Este link não vale mais',
    text: 'Ele já foi usado, expirou ou foi trocado por outro. Peça a troca de novo no seu perfil.',
  },
};

export default function EmailConfirmed({ loaderData, actionData }: Route.ComponentProps) {
  const { fate, newEmail } = actionData && 'fate' in actionData ? actionData : loaderData;
  const [params] = useSearchParams();
  const busy = useNavigation().state !== 'idle';
  if (fate === 'ask') {
    return (
      <Sheet fate={fate}>
        <Form method="post" className="grid gap-6">
          <input type="hidden" name="troca" value={params.get('troca') ?? ''} />
          <p className="text-center font-medium wrap-anywhere">{newEmail}</p>
          <Button type="submit" variant="primary" size="lg" busy={busy}>
            Confirmar novo e-mail
          </Button>
        </Form>
      </Sheet>
    );
  }
  const resent = actionData && 'sent' in actionData ? actionData : undefined;
  if (fate === 'none' || isGood(fate)) {
    const goesTo = fate === 'changed' ? '/profile' : '/auth';
    return (
      <Sheet fate={fate}>
        <ButtonLink to={goesTo} variant="primary" size="lg">
          {fate === 'changed' ? 'Ir para Minha Conta' : 'Fazer Login'}
        </ButtonLink>
        <Countdown
          to={goesTo}
          seconds={5}
          sentence={fate === 'changed' ? 'Você vai para a sua conta em' : 'Você vai para o login em'}
        />
      </Sheet>
    );
  }
  const ofChange = fate === 'taken' || fate === 'change-expired';
  return (
    <Sheet fate={fate}>
      {ofChange ? (
        <ButtonLink to="/profile" variant="primary" size="lg">
          Ir para Minha Conta
        </ButtonLink>
      ) : (
        <>
          <LinkRequest
            lastResult={resent?.result}
            sent={resent?.sent ? resendAnswer : null}
            busy={busy}
            label="Enviar novo link"
          />
          <ButtonLink to="/auth" variant="ghost">
            Fazer Login
          </ButtonLink>
        </>
      )}
    </Sheet>
  );
}

function Sheet({ fate, children }: { fate: Fate; children: ReactNode }) {
  const { title, text } = texts[fate];
  const good = isGood(fate);
  const Icon = good ? CircleCheck : fate === 'none' || fate === 'ask' ? Mail : MailX;
  return (
    <Page width="sm" className="grid min-h-[60dvh] content-center">
      <Card className="grid gap-6 p-6 sm:p-10">
        <div className="text-center">
          <Icon
            className={`mx-auto size-12 stroke-[1.5] ${good ? 'text-success' : fate === 'none' || fate === 'ask' ? 'text-muted' : 'text-danger'}`}
            aria-hidden="true"
          />
          <h1 className="mt-5 text-3xl">{title}</h1>
          <p className="mt-3 text-muted">{text}</p>
        </div>
        {children}
      </Card>
    </Page>
  );
}
