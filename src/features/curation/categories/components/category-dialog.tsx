import { type ReactNode, useEffect, useId, useState } from 'react';
import { useFetcher } from 'react-router';
import { kindOfName } from '#features/catalog/model.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input, Textarea } from '#ui/input.tsx';
import type { CurationAnswer } from '../../model.ts';
import { categoryKindNames, type ManagedCategory } from '../model.ts';

interface CategoryDialogProps {
  /** The category being renamed; null: a new one. */
  category: ManagedCategory | null;
  trigger: ReactNode;
}

/** Makes or renames a category; while the name is written it says on which page its packages will stand. */
export function CategoryDialog({ category, trigger }: CategoryDialogProps) {
  const fetcher = useFetcher<CurationAnswer>();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState(category?.name ?? '');
  const formId = useId();
  const answer = fetcher.data;
  const error = answer?.ok === false ? answer.errors?.name : undefined;
  useEffect(() => {
    if (answer?.ok) setOpen(false);
  }, [answer]);
  const kind = kindOfName(name);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setName(category?.name ?? '');
      }}
    >
      <DialogTrigger>{trigger}</DialogTrigger>
      <DialogContent
        title={category ? 'Renomear categoria' : 'Criar categoria'}
        footer={
          <>
            <DialogClose>
              <Button>Cancelar</Button>
            </DialogClose>
            <Button type="submit" form={formId} variant="primary" busy={fetcher.state !== 'idle'}>
              {category ? 'Salvar' : 'Criar categoria'}
            </Button>
          </>
        }
      >
        <fetcher.Form id={formId} method="post" noValidate className="grid gap-5">
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="id" value={category?.id ?? ''} />
          <Field
            label="Nome"
            error={error}
            hint={
              kind
                ? `Os pacotes aparecem na página ${categoryKindNames[kind]}.`
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
