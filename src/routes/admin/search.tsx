import Plus from 'lucide-react/icons/plus';
import SearchCheck from 'lucide-react/icons/search-check';
import Trash2 from 'lucide-react/icons/trash-2';
import { useFetcher } from 'react-router';
import { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { kindFacts, kinds } from '#features/catalog/kinds.ts';
import { listTagGroups } from '#features/search/filters/tag-group-queries.server.ts';
import {
  daysOfMisses,
  type Miss,
  type SynonymGroup,
  synonymsFormSchema,
  tagGroupFormSchema,
  upkeepFailures,
} from '#features/search/upkeep/model.ts';
import { listMisses, listSynonymGroups } from '#features/search/upkeep/queries.server.ts';
import {
  forgetMiss,
  removeSynonyms,
  saveSynonyms,
  synonymRefusals,
} from '#features/search/upkeep/save-synonyms.server.ts';
import { saveTagGroup } from '#features/search/upkeep/save-tag-group.server.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import type { Answer } from '#platform/answer.ts';
import { formatCount, formatDate } from '#platform/format.ts';
import type { ListPage } from '#platform/list.ts';
import { readPlace } from '#platform/place.ts';
import { answering } from '#routes/answering.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { actionOf, change } from '#routes/changes.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { FilterForm } from '#ui/filter-form.tsx';
import { Input } from '#ui/input.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Pager } from '#ui/pager.tsx';
import { Select } from '#ui/select.tsx';
import type { Route } from './+types/search';
import { ExportLinks } from './export-link.tsx';
import { TagGroups } from './tag-groups.tsx';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, adminTitle('/admin/busca'), 'Sinônimos, grupos de tags, e o que foi buscado sem sucesso.');

export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  const term = url.searchParams.get('q')?.trim().slice(0, 80) ?? '';
  const [synonyms, misses, tags] = await Promise.all([
    listSynonymGroups(app.db, admin, term, readPlace(url.searchParams)),
    listMisses(app.db, admin),
    listTagGroups(app.db, admin),
  ]);
  return { term, synonyms, misses, tags };
}

export const action = actionOf(requireAdmin, upkeepFailures, {
  save: change(synonymsFormSchema, saveSynonyms, { done: 'Sinônimos salvos', refusals: synonymRefusals }),
  remove: change(
    z.object({ id: z.string() }),
    (app: App, admin: Admin, { id }) => removeSynonyms(app, admin, id),
    { done: 'Sinônimos excluídos', refusals: synonymRefusals },
  ),
  forget: change(
    z.object({ term: z.string() }),
    (app: App, admin: Admin, { term }) => forgetMiss(app, admin, term),
    { done: 'Busca retirada da lista' },
  ),
  group: change(tagGroupFormSchema, saveTagGroup, { done: 'Grupo de tags salvo' }),
});

export const clientAction = answering(upkeepFailures);

export const shouldRevalidate = alsoRefused;

export default function SearchUpkeep({ loaderData }: Route.ComponentProps) {
  const { synonyms, misses, tags, term } = loaderData;
  return (
    <Page width="md">
      <PageHeader
        title={adminTitle('/admin/busca')}
        lead="O que a busca entende, o que ela não encontrou e como os filtros agrupam as tags."
        back={{ to: '/admin' }}
        actions={misses.length > 0 ? <ExportLinks list="buscas" /> : null}
      />
      <Misses misses={misses} />
      <TagGroups {...tags} />
      <Synonyms {...synonyms} term={term} />
    </Page>
  );
}

function Misses({ misses }: { misses: Miss[] }) {
  return (
    <section aria-labelledby="sem-sucesso" className="mb-10">
      <h2 id="sem-sucesso" className="mb-1 text-lg">
        Buscas sem resultado
      </h2>
      <p className="mb-4 text-sm text-muted">
        Dos últimos {daysOfMisses} dias, sem dizer quem buscou: o que não encontrou nada e o que só encontrou
        por aproximação. Um sinônimo ou um pacote novo resolve.
      </p>
      {misses.length === 0 ? (
        <EmptyState
          as="h3"
          icon={<SearchCheck aria-hidden="true" />}
          title="Toda busca encontrou alguma coisa"
        />
      ) : (
        <Card className="p-2 sm:p-3">
          <ul>
            {misses.map((miss) => (
              <MissLine key={miss.term} miss={miss} />
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}

interface SynonymsProps {
  groups: SynonymGroup[];
  page: ListPage;
  term: string;
}

function Synonyms({ groups, page, term }: SynonymsProps) {
  return (
    <section aria-labelledby="sinonimos">
      <h2 id="sinonimos" className="mb-1 text-lg">
        Sinônimos
      </h2>
      <p className="mb-4 text-sm text-muted">
        Quem busca uma palavra do grupo encontra as outras. Separe por vírgulas; expressões também valem. Se o
        grupo indica um tipo, suas palavras trazem sons desse tipo.
      </p>
      <Card className="mb-4 p-4">
        <GroupForm group={{ id: '', words: [], kind: null }} />
      </Card>
      <FilterForm label="Buscar sinônimos" className="mb-4">
        <Input
          type="search"
          name="q"
          defaultValue={term}
          aria-label="Buscar sinônimos"
          placeholder="Buscar sinônimos..."
        />
      </FilterForm>
      <ul className="grid gap-3">
        {groups.map((group) => (
          <li key={group.id}>
            <Card className="p-4">
              <GroupForm group={group} />
            </Card>
          </li>
        ))}
      </ul>
      {groups.length === 0 ? <p className="text-sm text-muted">Nenhum grupo com esta palavra.</p> : null}
      <Pager page={page} />
    </section>
  );
}

function MissLine({ miss: { term, lacking, searches, lastAt } }: { miss: Miss }) {
  const fetcher = useFetcher<Answer>();
  return (
    <li className="flex items-center gap-3 px-2 py-1">
      <span className="min-w-0 flex-1 break-words">
        <span className="font-medium">{term}</span>
        {lacking ? (
          <span className="block text-sm text-muted">
            Encontrou só por aproximação. Ficou de fora: {lacking.map((word) => `“${word}”`).join(', ')}.
          </span>
        ) : null}
      </span>
      <span className="text-sm text-muted tabular-nums">
        {searches === 1 ? '1 vez' : `${formatCount(searches)} vezes`} · {formatDate(lastAt)}
      </span>
      <IconButton
        label={`Esquecer ${term}`}
        onClick={() => void fetcher.submit({ intent: 'forget', term }, { method: 'post' })}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** A group of synonyms; an empty one adds a group. */
function GroupForm({ group }: { group: SynonymGroup }) {
  const fetcher = useFetcher<Answer>();
  const isNew = group.id === '';
  const errors = fetcher.state === 'idle' ? fetcher.data?.errors : undefined;
  const name = isNew ? 'Novo grupo' : `Palavras de ${group.words[0]}`;
  return (
    <fetcher.Form
      method="post"
      noValidate
      // An added group leaves an empty form.
      key={isNew && fetcher.data?.ok ? 'added' : 'open'}
      className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_13rem_auto]"
    >
      <input type="hidden" name="id" value={group.id} />
      <Field label={name} error={errors?.words}>
        {(control) => (
          <Input
            {...control}
            name="words"
            defaultValue={group.words.join(', ')}
            placeholder="porta, portão, door"
          />
        )}
      </Field>
      <Field label="Indica o tipo" required={false}>
        {(control) => (
          <Select {...control} name="kind" defaultValue={group.kind ?? ''}>
            <option value="">Nenhum</option>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindFacts[kind].noun[1]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="flex gap-1">
        <Button type="submit" name="intent" value="save" variant={isNew ? 'primary' : undefined}>
          {isNew ? <Plus aria-hidden="true" /> : null}
          {isNew ? 'Adicionar' : 'Salvar'}
        </Button>
        {isNew ? null : (
          <IconButton
            label={`Excluir o grupo de ${group.words[0]}`}
            onClick={() => void fetcher.submit({ intent: 'remove', id: group.id }, { method: 'post' })}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </fetcher.Form>
  );
}
