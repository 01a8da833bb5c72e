import { type FormEvent, type ReactNode, useState } from 'react';
import { useFetcher } from 'react-router';
import { categoryFields } from '#features/catalog/category-definition.ts';
import { kindOfName } from '#features/catalog/kinds.ts';
import type { Answer } from '#platform/answer.ts';
import { formText, toSend } from '#platform/definition.ts';
import { type Errors, Fields } from '#ui/fields.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { useSent } from '#ui/use-answer.ts';
import { useEditor } from '#ui/use-editor.ts';
import { kindName, type ManagedCategory } from '../model.ts';

interface CategoryDialogProps {
  /** The category being renamed; null: a new one. */
  category: ManagedCategory | null;
  trigger: ReactNode;
}

/** Creates or renames a category; previews the kind that the name implies. */
export function CategoryDialog({ category, trigger }: CategoryDialogProps) {
  const fetcher = useFetcher<Answer>();
  const [open, setOpen] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const version = category?.version ?? '';
  const editor = useEditor({ content: formText(categoryFields, category), version });
  const { content, base, theirs, isSaving } = editor;
  // Once the list was read again: after a conflict the next save replaces what the other wrote.
  useSent(fetcher, (answer) => {
    editor.end();
    setErrors(answer?.errors ?? {});
    if (answer?.ok) setOpen(false);
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    const sent = { intent: 'save', id: category?.id ?? '', ...toSend(editor.begin()) };
    const known = (theirs ?? base).version;
    void fetcher.submit(known ? { ...sent, version: known } : sent, { method: 'post' });
  }
  const conflict = theirs
    ? `Agora ela se chama ${theirs.content.name}. Salve de novo para usar o seu texto.`
    : null;
  const kind = kindOfName(content.name);
  const hint = kind
    ? `Os pacotes aparecem na página ${kindName(kind)}.`
    : 'Comece com TRILHAS, EFEITOS SONOROS, PACOTES VINHETAS ou PROGRAMETES: é o começo do nome que define a página em que os pacotes aparecem. Com outro começo, eles só aparecem na busca.';
  return (
    <FormDialog
      trigger={trigger}
      title={category ? 'Renomear categoria' : 'Criar categoria'}
      action={category ? 'Salvar' : 'Criar categoria'}
      isOpen={open}
      onOpen={(next) => {
        setOpen(next);
        setErrors({});
        if (theirs) editor.takeTheirs();
        else editor.discard();
      }}
      busy={isSaving}
    >
      {(form) => (
        <form {...form} noValidate method="post" onSubmit={submit}>
          <Fields
            of={{
              ...categoryFields,
              name: { ...categoryFields.name, hint, className: 'uppercase' },
            }}
            values={content}
            errors={conflict && errors.name ? { name: [errors.name, conflict].flat().join(' ') } : errors}
            onWrite={editor.change}
          />
        </form>
      )}
    </FormDialog>
  );
}
