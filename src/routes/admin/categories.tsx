import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import TagsIcon from 'lucide-react/icons/tags';
import { Link, useFetcher } from 'react-router';
import { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { countPackages } from '#features/catalog/counts.ts';
import { CategoryDialog } from '#features/curation/categories/components/category-dialog.tsx';
import {
  categoryFailures,
  categoryFormSchema,
  kindName,
  type ManagedCategory,
} from '#features/curation/categories/model.ts';
import { listAllCategories } from '#features/curation/categories/queries.server.ts';
import {
  categoryRefusals,
  orderCategories,
  saveCategory,
  setCategoryActive,
} from '#features/curation/categories/save-category.server.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import type { Answer } from '#platform/answer.ts';
import { idsSchema } from '#platform/id-schema.ts';
import { answering } from '#routes/answering.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { actionOf, change, withConflict } from '#routes/changes.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { OrderedList } from '#ui/ordered-list.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Switch } from '#ui/switch.tsx';
import type { Route } from './+types/categories';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, adminTitle('/admin/categories'), 'Nomes, ordem e o que está no ar na biblioteca.');

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  return { categories: await listAllCategories(app.db, admin) };
}

/** More categories than any site has. */
const mostCategories = 1000;

export const action = actionOf(requireAdmin, categoryFailures, {
  save: change(categoryFormSchema, saveCategory, {
    done: ({ id }) => ({ title: id ? 'Categoria atualizada' : 'Categoria criada' }),
    refusals: withConflict(categoryRefusals, 'edited'),
    field: 'name',
  }),
  order: change(
    z.object({ ids: idsSchema(mostCategories) }),
    (app: App, admin: Admin, { ids }) => orderCategories(app, admin, ids),
    { done: 'Ordem das categorias salva', refusals: categoryRefusals },
  ),
  active: change(
    z.object({ id: z.string(), isActive: z.stringbool() }),
    (app: App, admin: Admin, { id, isActive }) => setCategoryActive(app, admin, id, isActive),
    {
      done: ({ isActive }) => ({ title: isActive ? 'Categoria ligada' : 'Categoria desligada' }),
      refusals: categoryRefusals,
    },
  ),
});

export const clientAction = answering(categoryFailures);

export const shouldRevalidate = alsoRefused;

export default function Categories({ loaderData }: Route.ComponentProps) {
  const { categories } = loaderData;
  const fetcher = useFetcher<Answer>();
  const create = (
    <CategoryDialog
      category={null}
      trigger={
        <Button variant="primary">
          <Plus aria-hidden="true" />
          Nova categoria
        </Button>
      }
    />
  );
  return (
    <Page width="md">
      <PageHeader
        title={adminTitle('/admin/categories')}
        lead="A biblioteca segue esta ordem. Uma categoria desligada some do site com os seus pacotes, mas nada é apagado."
        back={{ to: '/admin' }}
        actions={create}
      />
      {categories.length === 0 ? (
        <EmptyState
          icon={<TagsIcon aria-hidden="true" />}
          title="Nenhuma categoria"
          text="Todo pacote precisa de uma categoria. O nome define em que página ele aparece."
        />
      ) : (
        <Card className="p-2 sm:p-3">
          <OrderedList
            label="Categorias"
            items={categories}
            onOrder={(ids) => fetcher.submit({ intent: 'order', ids: ids.join() }, { method: 'post' })}
          >
            {(category) => <CategoryLine category={category} />}
          </OrderedList>
        </Card>
      )}
    </Page>
  );
}

function CategoryLine({ category }: { category: ManagedCategory }) {
  const fetcher = useFetcher<Answer>();
  const sent = fetcher.formData?.get('isActive');
  const isActive = sent === undefined || sent === null ? category.isActive : sent === 'true';
  const kind = kindName(category.kind);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 pr-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold break-words">{category.name}</p>
        <p className="text-sm text-muted">
          {kind} ·{' '}
          <Link
            to={`/admin/manage-packages?categoria=${category.id}`}
            className="underline decoration-current/40 underline-offset-4 hover:text-fg"
          >
            {countPackages(category.packages)}
          </Link>
        </p>
      </div>
      <CategoryDialog
        category={category}
        trigger={
          <IconButton label={`Renomear ${category.name}`}>
            <Pencil aria-hidden="true" />
          </IconButton>
        }
      />
      <Switch
        label={
          <>
            {isActive ? 'Ligada' : 'Desligada'}
            <span className="sr-only">: {category.name}</span>
          </>
        }
        checked={isActive}
        className="w-36"
        onCheckedChange={(next) =>
          void fetcher.submit(
            { intent: 'active', id: category.id, isActive: String(next) },
            { method: 'post' },
          )
        }
      />
    </div>
  );
}
