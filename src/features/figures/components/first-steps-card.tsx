import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import { Link, useFetcher } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { FirstStep } from '../first-steps.ts';

/** What a new site still needs; it goes when all is done, or when somebody puts it away. */
export function FirstStepsCard({ steps }: { steps: FirstStep[] }) {
  const { Form, state } = useFetcher();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card className="mb-4 grid gap-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
        <h2 className="text-lg font-semibold">
          Primeiros passos{' '}
          <span className="ml-1 text-sm font-normal text-muted tabular-nums">
            {done} de {steps.length}
          </span>
        </h2>
        <Form method="post">
          <input type="hidden" name="intent" value="steps" />
          <input type="hidden" name="away" value="true" />
          <Button type="submit" size="sm" busy={state !== 'idle'}>
            Esconder a lista
          </Button>
        </Form>
      </div>
      <ol className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {steps.map((step) => (
          <StepLine key={step.title} step={step} />
        ))}
      </ol>
    </Card>
  );
}

function StepLine({ step: { title, why, to, isDone } }: { step: FirstStep }) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex gap-3 text-sm">
      <Icon
        className={isDone ? 'mt-0.5 size-5 shrink-0 text-success' : 'mt-0.5 size-5 shrink-0 text-muted'}
        aria-hidden="true"
      />
      <span className="grid content-start gap-0.5">
        {isDone ? (
          <span className="text-muted">
            {title} <span className="sr-only">(feito)</span>
          </span>
        ) : (
          <>
            <Link to={to} className="font-semibold underline decoration-current/40 underline-offset-4">
              {title}
            </Link>
            <span className="text-muted">{why}</span>
          </>
        )}
      </span>
    </li>
  );
}
