import type { ReactNode } from 'react';
import type { Section, SectionName } from '#features/site/model.ts';
import { sectionFields } from '#features/site/section-fields.ts';
import { type Field, formText } from '#platform/definition.ts';
import { Fields } from '#ui/fields.tsx';
import { EditorFrame } from './editor-frame.tsx';
import type { SectionEditor } from './use-section-editor.ts';

interface SectionFormProps<N extends SectionName> {
  editor: SectionEditor<N>;
  title: string;
  lead: ReactNode;
  /** Components of the fields that are more than a text. */
  own?: Record<string, ReactNode>;
  /** Hints that change with the content. */
  hints?: Record<string, ReactNode>;
}

/** The form of one section, from its definition. */
export function SectionForm<N extends SectionName>({
  editor,
  title,
  lead,
  own,
  hints = {},
}: SectionFormProps<N>) {
  const fields: Record<string, Field> = { ...sectionFields[editor.name] };
  for (const [name, hint] of Object.entries(hints)) fields[name] = { ...fields[name], hint } as Field;
  return (
    <EditorFrame editor={editor} title={title} lead={lead}>
      <Fields
        of={fields}
        values={formText(fields, editor.content)}
        errors={editor.issues}
        own={own}
        onWrite={(written) => editor.change(written as Partial<Section<N>>)}
      />
    </EditorFrame>
  );
}
