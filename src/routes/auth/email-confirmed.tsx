import { parseWithZod } from '@conform-to/zod/v4';
import CircleCheck from 'lucide-react/icons/circle-check';
import Mail from 'lucide-react/icons/mail';
import MailX from 'lucide-react/icons/mail-x';
import type { ReactNode } from 'react';
import { data, redirect, useNavigation } from 'react-router';
import { confirmEmailChange } from '#features/accounts/change-account.server.ts';
import { Countdown } from '#features/accounts/components/countdown.tsx';
import { LinkRequest } from '#features/accounts/components/link-request.tsx';
import { resendAnswer } from '#features/accounts/messages.ts';
import { emailSchema } from '#features/accounts/model.ts';
import { readForm } from '#platform/http.server.ts';
import { appContext } from '#routes/app.server.ts';
import { pageHead, unlisted } from '#routes/page-head.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Page } from '#ui/page.tsx';
import type { Route } from './+types/email-confirmed';

export const meta: Route.MetaFunction = (page) => [
  ...pageHead(page, 'Confirmação de e-mail', 'O resultado da confirmação do seu e-mail.'),
  unlisted,
];

/** `none`: without a link. */
type Fate = 'none' | 'confirmed' | 'changed' | 'used' | 'expired' | 'invalid' | 'taken' | 'change-expired';

const isGood = (fate: Fate): boolean => fate === 'confirmed' || fate === 'changed';
const answer = (fate: Fate) => data({ fate }, { status: isGood(fate) || fate === 'none' ? 200 : 410 });

/** Redeems confirmation links and shows the result. A prefetch by a mail program does not redeem a link. */
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
  const fate = await confirmEmailChange(app, secret);
  return answer(fate === 'expired' ? 'change-expired' : fate);
}

/** A second request would report that the link is already used. */
export const shouldRevalidate = () => false;

/** Sends another link; the same answer for every address. */
export async function action({ context, request }: Route.ActionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: emailSchema });
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
  const { fate } = loaderData;
  const busy = useNavigation().state !== 'idle';
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
            lastResult={actionData?.result}
            sent={actionData?.sent ? resendAnswer : null}
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
  const Icon = good ? CircleCheck : fate === 'none' ? Mail : MailX;
  return (
    <Page width="sm" className="grid min-h-[60dvh] content-center">
      <Card className="grid gap-6 p-6 sm:p-10">
        <div className="text-center">
          <Icon
            className={`mx-auto size-12 stroke-[1.5] ${good ? 'text-success' : fate === 'none' ? 'text-muted' : 'text-danger'}`}
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
