import { type ReactNode, useState } from 'react';
import { useFetcher } from 'react-router';
import { freePlan, type PlanType, planLabel, plans, planTypes, toPlanType } from '#features/plans/plans.ts';
import type { Answer } from '#platform/answer.ts';
import { Field } from '#ui/field.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Input, Textarea } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import { endsCharging } from '../access.ts';

interface AccessDialogProps {
  title: string;
  description: string;
  intent: 'revoke' | 'grant' | 'role' | 'refund' | 'refund-duplicate' | 'credits';
  userId: string;
  confirm: string;
  danger?: boolean;
  /** The subscription as shown in the list: if it changed meanwhile, the dialog asks again. */
  seen?: { mark: string; label: string };
  children?: ReactNode;
  onClose: () => void;
}

/** Confirms a change of one person's access; open from the start, closes when the server has accepted it. */
export function AccessDialog(props: AccessDialogProps) {
  const { intent, userId, confirm, danger, seen, children, onClose, ...content } = props;
  const fetcher = useFetcher<Answer>();
  const [open, setOpen] = useState(true);
  /** The version seen when the dialog was opened, or after a refusal because it had changed. */
  const [held, setHeld] = useState(seen);
  const [isChanged, setChanged] = useState(false);
  const busy = fetcher.state !== 'idle';
  // After the list is revalidated.
  useAnswer(busy ? undefined : fetcher.data, ({ ok }) => {
    if (ok) return setOpen(false);
    setChanged(seen?.mark !== held?.mark);
    setHeld(seen);
  });
  return (
    <FormDialog
      {...content}
      action={confirm}
      isDanger={danger}
      isOpen={open}
      onOpen={(next) => {
        setOpen(next);
        setHeld(seen);
        setChanged(false);
      }}
      busy={busy}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {(form) => (
        <fetcher.Form {...form} noValidate method="post" className="grid gap-4">
          <input type="hidden" name="intent" value={intent} />
          <input type="hidden" name="userId" value={userId} />
          {held ? <input type="hidden" name="seen" value={held.mark} /> : null}
          {isChanged && seen ? (
            <p role="alert" className="rounded-md bg-danger/12 px-4 py-3 text-sm">
              A assinatura mudou enquanto você decidia. Agora: <strong>{seen.label}</strong>.
            </p>
          ) : null}
          {children}
          <Field label="Motivo" hint="Fica registrado na auditoria.">
            {(control) => <Textarea {...control} name="reason" required maxLength={500} rows={3} />}
          </Field>
        </fetcher.Form>
      )}
    </FormDialog>
  );
}

/** Plan and end of a manual grant, and its effect on the plan that the person pays. */
export function GrantFields({ charged }: { charged: string | null }) {
  const [planType, setPlanType] = useState<PlanType>(plans.at(-1)?.id ?? freePlan);
  const [until, setUntil] = useState('');
  return (
    <>
      <Field label="Plano">
        {(control) => (
          <Select
            {...control}
            name="planType"
            value={planType}
            onChange={(event) => setPlanType(toPlanType(event.target.value))}
          >
            {planTypes.map((plan) => (
              <option key={plan} value={plan}>
                {planLabel(plan)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Válido até" required={false} hint="Sem data, não termina.">
        {(control) => (
          <Input
            {...control}
            type="date"
            name="until"
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        )}
      </Field>
      {charged ? (
        <p role="status" className="rounded-md bg-danger/12 px-4 py-3 text-sm">
          Esta pessoa paga o plano <strong>{planLabel(charged)}</strong>.{' '}
          {endsCharging(planType, until)
            ? 'Ao conceder, a cobrança termina agora. O que já foi pago não é devolvido: para devolver, use antes “Reembolsar e encerrar”.'
            : 'A cobrança continua, e a assinatura paga volta a valer quando o plano concedido terminar.'}
        </p>
      ) : null}
    </>
  );
}
