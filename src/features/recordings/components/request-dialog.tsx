import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { recordingCost } from '#features/credits/model.ts';
import { FormDialog } from '#ui/form-dialog.tsx';
import { toast } from '#ui/toast.tsx';
import { deliveryNotice } from '../model.ts';
import { sendRequest } from './request-call.ts';
import { RequestFields } from './request-fields.tsx';
import { RequestSummary } from './request-summary.tsx';

export interface RequestDialogProps {
  pack: { id: string; title: string };
  credits: { balance: number | null; renewsAt: string | null };
}

/** The dialog in which a recording is ordered (CRE-01 to CRE-06), open at first. `children` is its button. */
export function RequestDialog({ pack, credits, children }: RequestDialogProps & { children: ReactNode }) {
  const [open, setOpen] = useState(true);
  const [sending, setSending] = useState(false);
  const [errors, setErrors] = useState<{ radioName?: string; whatsapp?: string }>({});
  const { revalidate } = useRevalidator();
  const newKey = useKeys();
  const balance = credits.balance ?? 0;
  const enough = balance >= recordingCost;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending || !enough) return;
    const { missing, ...written } = readForm(new FormData(event.currentTarget));
    setErrors(missing);
    const [first] = Object.keys(missing);
    if (first) return event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setSending(true);
    const order = { packageId: pack.id, packageTitle: pack.title, ...written };
    const outcome = await sendRequest(order, newKey(JSON.stringify(order)));
    setSending(false);
    if (!outcome.ok) {
      // Without a response revalidating would fail too: keep the input for a retry.
      if (!outcome.lost) void revalidate();
      return toast({ title: outcome.title, description: outcome.description, tone: 'error' });
    }
    void revalidate();
    setOpen(false);
    toast({ title: 'Solicitação enviada!', description: deliveryNotice, tone: 'success' });
  }

  return (
    <FormDialog
      trigger={children}
      title="Solicitar Gravação"
      description="Uma vinheta deste pacote, gravada com o nome da sua rádio."
      action={`Confirmar (${recordingCost} créditos)`}
      disabled={!enough}
      isOpen={open}
      onOpen={(next) => {
        setOpen(next);
        setErrors({});
        if (next) newKey(null);
      }}
      busy={sending}
    >
      {(form) => (
        <form {...form} noValidate onSubmit={submit} className="grid gap-5">
          <RequestSummary packageTitle={pack.title} balance={balance} renewsAt={credits.renewsAt} />
          <RequestFields errors={errors} />
        </form>
      )}
    </FormDialog>
  );
}

/** What was written, and messages for what is missing. */
function readForm(data: FormData) {
  const textOf = (name: string) => String(data.get(name) ?? '').trim();
  const [radioName, whatsapp] = [textOf('radioName'), textOf('whatsapp')];
  const missing = {
    ...(radioName ? {} : { radioName: 'Informe o nome da rádio.' }),
    ...(/\d/.test(whatsapp) ? {} : { whatsapp: 'Informe o número do WhatsApp.' }),
  };
  return { radioName, whatsapp, missing };
}

/** The same order keeps its idempotency key on a retry; null, when the dialog opens, resets it. */
function useKeys(): (order: string | null) => string {
  const last = useRef({ order: '', key: '' });
  return (order) => {
    if (order === null) last.current = { order: '', key: '' };
    else if (order !== last.current.order) last.current = { order, key: crypto.randomUUID() };
    return last.current.key;
  };
}
