import Check from 'lucide-react/icons/check';
import { Form } from 'react-router';
import { formatMoney } from '#platform/format.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import type { Benefit } from '../benefits.ts';
import type { SoldPlan } from '../landing.ts';
import { useCheckout } from './use-checkout.ts';

export interface PlanOffer extends SoldPlan {
  benefits: Benefit[];
}

interface PlanCardsProps {
  offers: PlanOffer[];
  /** The action of a plan's button: buy, sign in first, or manage the existing subscription. */
  mode: 'buy' | 'sign-in' | 'manage';
}

/** The plans. While one checkout starts, the others are disabled (LND-16). */
export function PlanCards({ offers, mode }: PlanCardsProps) {
  const { processing, start } = useCheckout(mode);
  const shared = benefitsOfAll(offers);
  return (
    <>
      <div className="grid items-stretch gap-4 lg:grid-cols-3 lg:gap-5">
        {offers.map((offer) => (
          <PlanCard
            key={offer.id}
            offer={offer}
            benefits={offer.benefits.filter(({ text }) => !shared.some((one) => one.text === text))}
            label={
              processing === offer.id
                ? 'Processando...'
                : mode === 'manage'
                  ? 'Gerenciar assinatura'
                  : 'Assinar Agora'
            }
            busy={processing === offer.id}
            disabled={processing !== null}
            onChoose={() => start(offer.id, offer.priceId)}
          />
        ))}
      </div>
      {shared.length > 0 ? (
        <div className="mt-5 rounded-lg bg-surface p-6 shadow-md sm:p-8">
          <h3 className="text-lg">Todos os planos têm</h3>
          <BenefitList benefits={shared} className="mt-5 gap-x-8 sm:grid-cols-2 lg:grid-cols-3" />
        </div>
      ) : null}
    </>
  );
}

/** What no plan goes without, in the order of the first. */
const benefitsOfAll = ([first, ...others]: PlanOffer[]): Benefit[] =>
  (first?.benefits ?? []).filter(({ text }) =>
    others.every(({ benefits }) => benefits.some((one) => one.text === text)),
  );

function BenefitList({ benefits, className }: { benefits: Benefit[]; className: string }) {
  return (
    <ul className={cx('grid gap-3 text-sm', className)}>
      {benefits.map(({ id, text }) => (
        <li key={id} className="grid grid-cols-[auto_1fr] gap-2.5">
          <Check className="mt-0.5 size-4 text-success" aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
}

interface PlanCardProps {
  offer: PlanOffer;
  /** Those that another plan lacks. */
  benefits: Benefit[];
  label: string;
  busy: boolean;
  disabled: boolean;
  onChoose(): void;
}

function PlanCard({ offer, benefits, label, busy, disabled, onChoose }: PlanCardProps) {
  const { popular } = offer;
  return (
    <article
      aria-labelledby={`plano-${offer.id}`}
      className={cx(
        'relative flex flex-col rounded-lg p-6 sm:p-8',
        popular
          ? 'bg-raised shadow-[inset_0_3px_0_var(--color-accent),var(--shadow-lg)]'
          : 'bg-surface shadow-md',
      )}
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h3 id={`plano-${offer.id}`} className="text-lg">
          {offer.name}
        </h3>
        {popular ? (
          <span className="rounded-full bg-accent px-3 py-1 text-xs font-bold tracking-wide text-on-accent">
            MAIS POPULAR
          </span>
        ) : null}
      </div>
      <p className="mt-5 flex flex-wrap items-baseline gap-x-2">
        <span className="font-display text-5xl font-bold tracking-tight tabular-nums">
          {formatMoney(offer.priceCents)}
        </span>
        <span className="text-muted">por {offer.period}</span>
      </p>
      <Saving offer={offer} />
      <Form
        method="post"
        action="/?index"
        className="mt-6"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose();
        }}
      >
        <input type="hidden" name="price_id" value={offer.priceId} />
        <Button
          type="submit"
          data-scripted=""
          variant={popular ? 'primary' : 'secondary'}
          size="lg"
          className="w-full"
          busy={busy}
          disabled={disabled}
          aria-describedby={`plano-${offer.id}`}
        >
          {label}
        </Button>
      </Form>
      {benefits.length > 0 ? <BenefitList benefits={benefits} className="mt-7" /> : null}
    </article>
  );
}

function Saving({ offer }: Pick<PlanCardProps, 'offer'>) {
  return (
    <p className="mt-2 text-sm text-muted tabular-nums [&_s]:whitespace-nowrap lg:min-h-12 xl:min-h-6">
      {offer.originalPriceCents === null ? (
        'Sem fidelidade, renova todo mês'
      ) : (
        <>
          <span className="sr-only">Preço sem desconto: </span>
          <s>{formatMoney(offer.originalPriceCents)}</s>{' '}
          <strong className="font-semibold whitespace-nowrap text-success">
            economize {offer.savingPercent}%
          </strong>
          <span className="whitespace-nowrap">
            {' '}
            · {formatMoney(Math.round(offer.priceCents / offer.months))}/mês
          </span>
        </>
      )}
    </p>
  );
}
