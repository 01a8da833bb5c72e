import { draftFields } from '#features/catalog/package-definition.ts';
import type { CategoryChoice } from '#features/curation/model.ts';
import { without } from '#platform/definition.ts';
import { type Errors, Fields } from '#ui/fields.tsx';
import type { useDraftForm } from './use-draft-form.ts';

interface DraftFieldsetProps {
  form: ReturnType<typeof useDraftForm>;
  categories: CategoryChoice[];
  errors: Errors;
}

const { title, categoryId, tags, description } = draftFields;
const others = without(draftFields, 'title', 'categoryId', 'tags', 'description');

export function DraftFieldset({ form, categories, errors }: DraftFieldsetProps) {
  const { fields, change, save } = form;
  return (
    <Fields
      of={{
        title: { ...title, width: undefined, className: 'font-semibold' },
        categoryId,
        tags: { ...tags, width: 'half', hint: undefined },
        description: { ...description, rows: 2, className: 'min-h-18!' },
        ...others,
      }}
      values={fields}
      errors={fields.title.trim() ? errors : { ...errors, title: ['Informe o título.'] }}
      choices={{ categoryId: categories }}
      onWrite={change}
      onLeave={save}
    />
  );
}
