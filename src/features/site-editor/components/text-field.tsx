import type { ReactNode } from 'react';
import type { Section, SectionName } from '#features/site/model.ts';
import { Field } from '#ui/field.tsx';
import { Input, Textarea } from '#ui/input.tsx';
import type { SectionEditor } from './use-section-editor.ts';

interface TextFieldProps<N extends SectionName> {
  editor: SectionEditor<N>;
  name: keyof Section<N> & string;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  multiline?: boolean;
  type?: 'text' | 'url' | 'tel';
}

export function TextField<N extends SectionName>({
  editor,
  name,
  label,
  hint,
  required = false,
  multiline = false,
  type = 'text',
}: TextFieldProps<N>) {
  const value = String(editor.content[name] ?? '');
  const write = (text: string) => editor.change({ [name]: text } as Partial<Section<N>>);
  return (
    <Field label={label} hint={hint} required={required} error={editor.issues[name] ?? null}>
      {(control) =>
        multiline ? (
          <Textarea {...control} rows={3} value={value} onChange={(event) => write(event.target.value)} />
        ) : (
          <Input {...control} type={type} value={value} onChange={(event) => write(event.target.value)} />
        )
      }
    </Field>
  );
}
