import { useFetcher } from 'react-router';
import {
  type TagGroup,
  type TagsByGroup,
  tagGroupNames,
  tagGroups,
} from '#features/search/filters/tag-groups.ts';
import type { Answer } from '#platform/answer.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/input.tsx';

interface TagGroupsProps {
  groups: TagsByGroup;
  /** Tags that are in no group, the most used first. */
  loose: string[];
}

/** The tags by which the filters are grouped. */
export function TagGroups({ groups, loose }: TagGroupsProps) {
  return (
    <section aria-labelledby="grupos" className="mb-10">
      <h2 id="grupos" className="mb-1 text-lg">
        Grupos de tags
      </h2>
      <p className="mb-4 text-sm text-muted">
        Nos filtros, cada tag fica no seu grupo. Separe por vírgulas; as que não estiverem aqui ficam em
        “Outras tags”.
      </p>
      <ul className="grid gap-3">
        {tagGroupNames.map((name) => (
          <li key={name}>
            <Card className="p-4">
              <GroupForm name={name} tags={groups[name]} />
            </Card>
          </li>
        ))}
      </ul>
      {loose.length > 0 ? (
        <p className="mt-3 text-sm text-muted">Ainda sem grupo: {loose.join(', ')}.</p>
      ) : null}
    </section>
  );
}

function GroupForm({ name, tags }: { name: TagGroup; tags: string[] }) {
  const fetcher = useFetcher<Answer>();
  const errors = fetcher.state === 'idle' ? fetcher.data?.errors : undefined;
  return (
    <fetcher.Form method="post" noValidate className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <input type="hidden" name="name" value={name} />
      <Field label={tagGroups[name]} error={errors?.tags} required={false}>
        {(control) => <Textarea {...control} name="tags" rows={3} defaultValue={tags.join(', ')} />}
      </Field>
      <Button type="submit" name="intent" value="group" busy={fetcher.state !== 'idle'}>
        Salvar
        <span className="sr-only"> {tagGroups[name]}</span>
      </Button>
    </fetcher.Form>
  );
}
