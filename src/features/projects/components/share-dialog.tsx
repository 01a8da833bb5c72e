import Link2 from 'lucide-react/icons/link-2';
import { useState } from 'react';
import { useFetcher } from 'react-router';
import type { Answer } from '#platform/answer.ts';
import { formatDateTime } from '#platform/format.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent, DialogTrigger } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import { type Share, shareDays, usualDays } from '../sharing/model.ts';

interface ShareDialogProps {
  share: Share | null;
  /** Where the site is reached. */
  origin: string;
}

/** Makes the link by which a client hears the project and answers, and calls it back. */
export function ShareDialog({ share, origin }: ShareDialogProps) {
  const fetcher = useFetcher<Answer>();
  const [link, setLink] = useState<string | null>(null);
  useAnswer(fetcher.data, (answer) => {
    if (!answer.ok) return;
    setLink(answer.intent === 'share' && answer.id ? `${origin}/aprovar/${answer.id}` : null);
  });
  const isBusy = fetcher.state !== 'idle';
  return (
    <Dialog>
      <DialogTrigger>
        <Button>
          <Link2 aria-hidden="true" /> Enviar para aprovação
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Enviar para aprovação"
        description="Quem tiver o link ouve as faixas, sem conta e sem baixar, e aprova ou recusa cada uma."
        size="sm"
      >
        {link ? <MadeLink link={link} /> : null}
        {share?.isOpen ? (
          <p className="mb-4 text-sm text-muted">
            Há um link aberto até {formatDateTime(share.expiresAt)}. Um link novo encerra este.
          </p>
        ) : null}
        <fetcher.Form method="post" className="flex items-end gap-3">
          <input type="hidden" name="intent" value="share" />
          <Field label="Vale por" className="flex-1">
            {(control) => (
              <Select {...control} name="days" defaultValue={String(usualDays)}>
                {shareDays.map((days) => (
                  <option key={days} value={days}>
                    {days === 1 ? '1 dia' : `${days} dias`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Button type="submit" variant="primary" busy={isBusy}>
            {share?.isOpen ? 'Criar outro link' : 'Criar link'}
          </Button>
        </fetcher.Form>
        {share?.isOpen ? (
          <Button
            variant="danger"
            className="mt-6"
            disabled={isBusy}
            onClick={() => void fetcher.submit({ intent: 'call-back' }, { method: 'post' })}
          >
            Encerrar o link agora
          </Button>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

function MadeLink({ link }: { link: string }) {
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    toast(
      isCopied
        ? { title: 'Link copiado', tone: 'success' }
        : { title: 'Não foi possível copiar', description: 'Selecione o link e copie.', tone: 'error' },
    );
  };
  return (
    <Field label="Link" hint="Copie agora: por segurança, ele não será mostrado de novo." className="mb-6">
      {(control) => (
        <div className="flex gap-2">
          <Input {...control} readOnly value={link} onFocus={(event) => event.target.select()} />
          <Button onClick={() => void copy()}>Copiar</Button>
        </div>
      )}
    </Field>
  );
}
