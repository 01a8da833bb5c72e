import Barcode from 'lucide-react/icons/barcode';
import CreditCard from 'lucide-react/icons/credit-card';
import { Form } from 'react-router';
import type { Plan } from '#features/plans/plans.ts';
import { formatMoney } from '#platform/format.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { SimulatedCheckout } from '../simulated-rules.ts';

interface CheckoutCardProps {
  plan: Pick<Plan, 'name' | 'priceCents' | 'period'>;
  email: string;
  status: SimulatedCheckout['status'];
}

/** The simulated provider's checkout: the purchase, and the three ways it can end. */
export function CheckoutCard({ plan, email, status }: CheckoutCardProps) {
  return (
    <Card className="grid overflow-hidden p-0 md:grid-cols-[1.1fr_1fr]">
      <section className="bg-raised p-6 sm:p-10">
        <h1 className="text-2xl">Finalizar assinatura</h1>
        <p className="mt-8 text-muted">{plan.name}</p>
        <p className="mt-1 font-display text-5xl font-semibold tabular-nums">
          {formatMoney(plan.priceCents)}
        </p>
        <p className="mt-1 text-muted">por {plan.period}</p>
        <dl className="mt-8 grid gap-3 border-t border-line pt-6 text-sm">
          <Line term="Conta">{email}</Line>
          <Line term="Total hoje">{formatMoney(plan.priceCents)}</Line>
        </dl>
      </section>
      <section className="flex flex-col justify-center gap-3 bg-surface p-6 sm:p-10">
        {status === 'open' ? <Ways /> : <Done status={status} />}
      </section>
    </Card>
  );
}

function Line({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 break-words text-right tabular-nums">{children}</dd>
    </div>
  );
}

function Ways() {
  return (
    <>
      <h2 className="mb-2 text-lg">Como você quer pagar?</h2>
      <Way intent="card" variant="primary">
        <CreditCard aria-hidden="true" />
        Pagar com cartão
      </Way>
      <Way intent="boleto">
        <Barcode aria-hidden="true" />
        Gerar boleto ou Pix (pendente)
      </Way>
      <Way intent="cancel" variant="ghost">
        Cancelar
      </Way>
      <p className="mt-3 text-sm text-muted">
        Esta página faz as vezes do provedor de pagamentos. Nenhum dado de cartão é pedido.
      </p>
    </>
  );
}

interface WayProps {
  intent: 'card' | 'boleto' | 'cancel';
  variant?: 'primary' | 'secondary' | 'ghost';
  children: React.ReactNode;
}

/** A plain form: works without scripts and leaves as a full page load. */
function Way({ intent, variant = 'secondary', children }: WayProps) {
  return (
    <Form method="post" reloadDocument>
      <Button type="submit" name="intent" value={intent} variant={variant} size="lg" className="w-full">
        {children}
      </Button>
    </Form>
  );
}

type Ended = Exclude<SimulatedCheckout['status'], 'open'>;

const ended: Record<Ended, string> = {
  paid: 'Este pagamento já foi concluído.',
  pending: 'O boleto ou Pix deste pagamento já foi gerado e aguarda confirmação.',
  canceled: 'Este pagamento foi cancelado.',
};

function Done({ status }: { status: Ended }) {
  return (
    <>
      <h2 className="text-lg">{ended[status]}</h2>
      <ButtonLink to="/profile" className="mt-2">
        Ver Minha Conta
      </ButtonLink>
    </>
  );
}
