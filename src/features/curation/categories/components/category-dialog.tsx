import { type ReactNode, useId, useState } from 'react';
import { useFetcher } from 'react-router';
import { kindOfName } from '#features/catalog/kinds.ts';
import type { Answer } from '#platform/answer.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input, Textarea } from '#ui/input.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import { kindName, type ManagedCategory, versionOf } from '../model.ts';

interface CategoryDialogProps {
  /** The category being renamed; null: a new one. */
  category: ManagedCategory | null;
  trigger: ReactNode;
}

/** Creates or renames a category; previews the kind that the name implies. */
export function CategoryDialog({ category, trigger }: CategoryDialogProps) {
  const fetcher = useFetcher<Answer>();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState(category?.name ?? '');
  /** The category as it was when the form was opened. */
  const [seen, setSeen] = useState(category);
  const [error, setError] = useState<string[]>();
  const formId = useId();
  const busy = fetcher.state !== 'idle';
  // After a conflict, once the list is revalidated, the next save overwrites the other change.
  useAnswer(busy ? undefined : fetcher.data, (answer) => {
    if (answer.ok) return setOpen(false);
    const { isConflict, errors } = answer;
    if (isConflict) setSeen(category);
    const now = category
      ? `Agora ela se chama ${category.name}. Salve de novo para trocar pelo seu texto.`
      : '';
    setError(isConflict ? [`${errors?.name?.[0] ?? ''} ${now}`] : errors?.name);
  });
  const kind = kindOfName(name);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        // Stays open while the save is in flight: its result would be missed.
        if (busy) return;
        setOpen(next);
        setName(category?.name ?? '');
        setSeen(category);
        setError(undefined);
      }}
    >
      <DialogTrigger>{trigger}</DialogTrigger>
      <DialogContent
        title={category ? 'Renomear categoria' : 'Criar categoria'}
        footer={
          <>
            <DialogClose>
              <Button disabled={busy}>Cancelar</Button>
            </DialogClose>
            <Button type="submit" form={formId} variant="primary" busy={busy}>
              {category ? 'Salvar' : 'Criar categoria'}
            </Button>
          </>
        }
      >
        <fetcher.Form id={formId} method="post" noValidate inert={busy} className="grid gap-5">
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="id" value={category?.id ?? ''} />
          {seen ? <input type="hidden" name="version" value={versionOf(seen)} /> : null}
          <Field
            label="Nome"
            error={error}
            hint={
              kind
                ? `Os pacotes aparecem na página ${kindName(kind)}.`
                : 'Comece com TRILHAS, EFEITOS SONOROS, PACOTES VINHETAS ou PROGRAMETES: o começo diz em que página os pacotes aparecem. Com outro começo, só a busca os encontra.'
            }
          >
            {(control) => (
              <Input
                {...control}
                name="name"
                value={name}
                onChange={(event) => setName(event.target.value)}
                required
                maxLength={80}
                autoComplete="off"
                className="uppercase"
              />
            )}
          </Field>
          <Field label="Descrição" required={false}>
            {(control) => (
              <Textarea
                {...control}
                name="description"
                defaultValue={category?.description ?? ''}
                maxLength={500}
                rows={3}
              />
            )}
          </Field>
        </fetcher.Form>
      </DialogContent>
    </Dialog>
  );
}
