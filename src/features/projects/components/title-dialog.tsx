import { type ReactNode, useState } from 'react';
import { useFetcher } from 'react-router';
import type { Answer } from '#platform/answer.ts';
import { Field } from '#ui/field.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Input } from '#ui/input.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import { longestTitle } from '../model.ts';

type TitleDialogProps = {
  intent: 'create' | 'rename';
  /** The project that is renamed. */
  project?: { id: string; title: string };
  /** Called with the project's id. */
  onDone?: (id: string | undefined) => void;
} & (
  | { trigger: ReactNode; isOpen?: never; onOpen?: never }
  | { trigger?: never; isOpen: boolean; onOpen: (isOpen: boolean) => void }
);

const words = {
  create: { title: 'Novo projeto', action: 'Criar projeto' },
  rename: { title: 'Renomear projeto', action: 'Salvar' },
};

/** Asks for the name of a project. */
export function TitleDialog({ intent, project, trigger, onDone, ...opened }: TitleDialogProps) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const isOpen = opened.isOpen ?? isOwnOpen;
  const setOpen = opened.onOpen ?? setOwnOpen;
  const fetcher = useFetcher<Answer>();
  const [shown, setShown] = useState<Answer>();
  useAnswer(fetcher.data, (answer) => {
    setShown(answer);
    if (!answer.ok) return;
    setOpen(false);
    onDone?.(answer.id);
  });
  return (
    <FormDialog
      {...words[intent]}
      size="sm"
      className="h-fit! max-sm:rounded-t-lg"
      trigger={trigger}
      isOpen={isOpen}
      onOpen={(next) => {
        setShown(undefined);
        setOpen(next);
      }}
      busy={fetcher.state !== 'idle'}
    >
      {(form) => (
        <fetcher.Form {...form} method="post" action="/projetos" noValidate>
          <input type="hidden" name="intent" value={intent} />
          {project ? <input type="hidden" name="id" value={project.id} /> : null}
          <Field label="Nome do projeto" error={shown?.ok === false ? shown.errors?.title : null}>
            {(control) => (
              <Input
                {...control}
                name="title"
                defaultValue={project?.title}
                maxLength={longestTitle}
                placeholder="Plástica de Natal 2026"
                autoComplete="off"
              />
            )}
          </Field>
        </fetcher.Form>
      )}
    </FormDialog>
  );
}
