import type { CategoryChoice } from '#features/curation/model.ts';
import { Field } from '#ui/field.tsx';
import { Input, Textarea } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import type { useDraftForm } from './use-draft-form.ts';

interface DraftFieldsetProps {
  form: ReturnType<typeof useDraftForm>;
  categories: CategoryChoice[];
  errors: Record<string, string[]>;
}

/** Title, category, tags and description of a draft; each saves itself when it is left. */
export function DraftFieldset({ form, categories, errors }: DraftFieldsetProps) {
  const { fields, change, save } = form;
  return (
    <div className="grid content-start gap-4">
      <Field label="Título" error={fields.title.trim() ? errors.title : 'Informe o título.'}>
        {(control) => (
          <Input
            {...control}
            value={fields.title}
            maxLength={200}
            autoComplete="off"
            className="font-semibold"
            onChange={(event) => change({ title: event.target.value })}
            onBlur={save}
          />
        )}
      </Field>
      <div className="grid gap-4 lg:grid-cols-2">
        <Field label="Categoria" error={errors.categoryId}>
          {(control) => (
            <Select
              {...control}
              value={fields.categoryId}
              onChange={(event) => change({ categoryId: event.target.value })}
              onBlur={save}
            >
              <option value="">Selecione uma categoria</option>
              {categories.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Tags" required={false} error={errors.tags}>
          {(control) => (
            <Input
              {...control}
              value={fields.tags}
              placeholder="natal, alegre, abertura"
              autoComplete="off"
              maxLength={2000}
              onChange={(event) => change({ tags: event.target.value })}
              onBlur={save}
            />
          )}
        </Field>
      </div>
      <Field label="Descrição" required={false} error={errors.description}>
        {(control) => (
          <Textarea
            {...control}
            value={fields.description}
            maxLength={5000}
            rows={2}
            className="min-h-18!"
            onChange={(event) => change({ description: event.target.value })}
            onBlur={save}
          />
        )}
      </Field>
    </div>
  );
}
