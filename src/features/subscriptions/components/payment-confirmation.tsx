import BadgeCheck from 'lucide-react/icons/badge-check';
import Clock from 'lucide-react/icons/clock';
import Hourglass from 'lucide-react/icons/hourglass';
import { type ReactNode, useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Spinner } from '#ui/spinner.tsx';
import { type Confirmation, useConfirmation } from './use-confirmation.ts';

const updating = { title: 'Atualizando sua conta...', icon: <Spinner />, tone: 'text-accent' };

const faces: Record<Confirmation, { title: string; text: string; icon: ReactNode; tone: string }> = {
  updating: { ...updating, text: 'Estamos conferindo o seu pagamento. Isso leva alguns segundos.' },
  waiting: {
    ...updating,
    text: 'O pagamento ainda está sendo confirmado. Esta página se atualiza sozinha.',
  },
  pending: {
    title: 'Pagamento pendente',
    text: 'Recebemos o seu pedido. O acesso é liberado assim que o boleto ou Pix for confirmado, e você pode fechar esta página.',
    icon: <Hourglass aria-hidden="true" />,
    tone: 'text-accent',
  },
  confirmed: {
    title: 'Assinatura ativa!',
    text: 'Sua biblioteca está aberta: trilhas, efeitos e vinhetas prontos para o ar.',
    icon: <BadgeCheck aria-hidden="true" />,
    tone: 'text-success',
  },
  unknown: {
    title: 'Ainda não recebemos a confirmação',
    text: 'Se você já pagou, o acesso será liberado em breve. Nada será cobrado duas vezes.',
    icon: <Clock aria-hidden="true" />,
    tone: 'text-muted',
  },
};

/** The return page during and after settlement (PAY-03, PAY-04, PAY-12). */
export function PaymentConfirmation() {
  const { state, again } = useConfirmation();
  const { revalidate } = useRevalidator();
  const { title, text, icon, tone } = faces[state];

  useEffect(() => {
    if (state === 'confirmed') void revalidate();
  }, [state, revalidate]);

  return (
    <div className="mx-auto flex max-w-lg flex-col items-center text-center">
      <span
        className={cx(
          'mb-7 grid size-20 place-items-center rounded-full bg-raised shadow-md [&_svg]:size-9',
          tone,
        )}
      >
        {icon}
      </span>
      <div role="status">
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-3 text-balance text-muted">{text}</p>
      </div>
      {state === 'updating' ? null : (
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <ButtonLink to="/library" variant={state === 'confirmed' ? 'primary' : 'secondary'}>
            Ir para a Biblioteca
          </ButtonLink>
          <ButtonLink to="/profile" variant="ghost">
            Ver Minha Conta
          </ButtonLink>
          {state === 'unknown' ? (
            <Button variant="primary" onClick={again}>
              Verificar novamente
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}
