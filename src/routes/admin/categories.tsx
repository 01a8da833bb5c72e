import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import TagsIcon from 'lucide-react/icons/tags';
import { data, Link, useFetcher } from 'react-router';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { countPackages } from '#features/catalog/counts.ts';
import { sayAnswer } from '#features/curation/answers.ts';
import { CategoryDialog } from '#features/curation/categories/components/category-dialog.tsx';
import { categoryFormSchema, kindName, type ManagedCategory } from '#features/curation/categories/model.ts';
import { listAllCategories } from '#features/curation/categories/queries.server.ts';
import {
  categoryRefusals,
  orderCategories,
  saveCategory,
  setCategoryActive,
} from '#features/curation/categories/save-category.server.ts';
import { SortableList } from '#features/curation/components/sortable-list.tsx';
import type { CurationAnswer } from '#features/curation/model.ts';
import { firstMessage } from '#platform/errors.ts';
import { readForm } from '#platform/http.server.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageTitle } from '#routes/page-title.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Switch } from '#ui/switch.tsx';
import type { Route } from './+types/categories';

export const meta: Route.MetaFunction = (page) => pageTitle('Categorias', page);

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  return { categories: await listAllCategories(app.db, admin) };
}

const failed = (intent: string, description: string, errors?: Record<string, string[]>): CurationAnswer => ({
  ok: false,
  intent,
  title: 'Erro ao salvar categoria',
  description,
  ...(errors ? { errors } : {}),
});

export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  const form = await readForm(request);
  const intent = String(form.get('intent'));
  const answered = async (): Promise<CurationAnswer> => {
    if (intent === 'order') {
      const outcome = await orderCategories(app, admin, String(form.get('ids')).split(','));
      if (!outcome.ok) return failed(intent, categoryRefusals[outcome.reason]);
      return { ok: true, intent, title: 'Ordem das categorias salva' };
    }
    if (intent === 'active') {
      const isActive = form.get('isActive') === 'true';
      const outcome = await setCategoryActive(app, admin, String(form.get('id')), isActive);
      if (!outcome.ok) return failed(intent, categoryRefusals[outcome.reason]);
      return { ok: true, intent, title: isActive ? 'Categoria ligada' : 'Categoria desligada' };
    }
    const parsed = categoryFormSchema.safeParse(Object.fromEntries(form));
    if (!parsed.success) {
      const message = firstMessage(parsed.error);
      return failed(intent, message, { name: [message] });
    }
    const outcome = await saveCategory(app, admin, parsed.data);
    if (!outcome.ok) {
      const message = categoryRefusals[outcome.reason];
      const refused = failed(intent, message, { name: [message] });
      return outcome.reason === 'edited' ? { ...refused, isConflict: true } : refused;
    }
    return { ok: true, intent, title: parsed.data.id ? 'Categoria atualizada' : 'Categoria criada' };
  };
  const answer = await answered();
  return data(answer, { status: answer.ok ? 200 : answer.isConflict ? 409 : 422 });
}

export async function clientAction({
  request,
  serverAction,
}: Route.ClientActionArgs): Promise<CurationAnswer> {
  const answer = await serverAction().catch((error: unknown) => {
    // A redirect: the session has ended. Aborted: a later change of the same thing replaced it.
    if (error instanceof Response || request.signal.aborted) throw error;
    return { ...failed('save', 'Ocorreu um erro inesperado.'), isLost: true };
  });
  sayAnswer(answer);
  return answer;
}

export const shouldRevalidate = alsoRefused;

export default function Categories({ loaderData }: Route.ComponentProps) {
  const { categories } = loaderData;
  const fetcher = useFetcher<CurationAnswer>();
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
        title="Categorias"
        lead="A ordem daqui é a da biblioteca. Desligada, a categoria some com os pacotes dela; nada é apagado."
        back={{ to: '/admin' }}
        actions={create}
      />
      {categories.length === 0 ? (
        <EmptyState
          icon={<TagsIcon aria-hidden="true" />}
          title="Nenhuma categoria"
          text="Os pacotes precisam de uma. O nome diz em que página eles aparecem."
        />
      ) : (
        <Card className="p-2 sm:p-3">
          <SortableList
            label="Categorias"
            items={categories}
            onOrder={(ids) => fetcher.submit({ intent: 'order', ids: ids.join() }, { method: 'post' })}
          >
            {(category) => <CategoryLine category={category} />}
          </SortableList>
        </Card>
      )}
    </Page>
  );
}

function CategoryLine({ category }: { category: ManagedCategory }) {
  const fetcher = useFetcher<CurationAnswer>();
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
