import Sparkles from 'lucide-react/icons/sparkles';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { data, Link, useFetcher, useNavigate } from 'react-router';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { readDriveAddress } from '#features/catalog/drive-address.ts';
import { driveRefusal } from '#features/catalog/package-input.ts';
import { answerOf, automaticFailure, failureOf, sayAnswer } from '#features/curation/answers.ts';
import { CoverField } from '#features/curation/covers/components/cover-field.tsx';
import type { CurationAnswer } from '#features/curation/model.ts';
import { listChoices } from '#features/curation/queries.server.ts';
import { StagedAudio } from '#features/curation/tracks/components/staged-audio.tsx';
import { sendAudio } from '#features/curation/tracks/store.ts';
import { createFromDrive } from '#features/ingestion/drafts/commands.server.ts';
import { type Creation, countDraftsText, creationTexts } from '#features/ingestion/drafts/model.ts';
import { readForm } from '#platform/http.server.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageTitle } from '#routes/page-title.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Input, Textarea } from '#ui/input.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Select } from '#ui/select.tsx';
import type { Route } from './+types/create-package';
import { changeCatalog } from './package-changes.server.ts';

export const meta: Route.MetaFunction = (page) => pageTitle('Cadastrar Novo Pacote', page);

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  requireAdmin(await context.get(viewerContext)(), request);
  const { isConfigured, demoLink } = app.drive;
  return { categories: await listChoices(app.db), hasDrive: isConfigured, demoLink };
}

/** Packages made here are always active; those made by themselves wait for a review. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)(), request);
  const form = await readForm(request);
  const refused = form.get('intent') === 'automatic' ? refuseAutomatic(form) : refuseManual(form);
  if (refused) return data(refused, { status: 422 });
  if (form.get('intent') === 'automatic') {
    const creation = await createFromDrive(app, admin, String(form.get('googleDriveUrl')));
    const answer = answerOfCreation(creation);
    return data(answer, { status: answer.ok ? 200 : 422 });
  }
  form.set('isActive', 'on');
  form.delete('id');
  const answer = await changeCatalog(app, admin, form);
  return data(answer, { status: answer.ok ? 200 : 422 });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return answerOf(request, serverAction);
}

const say = (intent: string, title: string, description: string): CurationAnswer => ({
  ok: false,
  intent,
  title,
  description,
});

/** The first thing that is missing or wrong, in the words of the specification (CRP-01 to CRP-03). */
function refuseManual(form: FormData): CurationAnswer | null {
  if (!String(form.get('title') ?? '').trim())
    return say('create', 'Campo obrigatório', 'O nome do pacote é obrigatório');
  if (!form.get('categoryId')) return say('create', 'Campo obrigatório', 'Selecione uma categoria');
  const drive = String(form.get('googleDriveUrl') ?? '').trim();
  return drive && !readDriveAddress(drive) ? say('create', 'URL inválida', driveRefusal) : null;
}

/** CRP-03 to CRP-05: only Drive's own hosts, looked at strictly. */
function refuseAutomatic(form: FormData): CurationAnswer | null {
  const drive = String(form.get('googleDriveUrl') ?? '').trim();
  if (!drive) return say('automatic', 'URL necessária', 'Por favor, insira um link do Google Drive primeiro');
  return readDriveAddress(drive) ? null : say('automatic', 'URL inválida', driveRefusal);
}

/** CRP-06, CRP-07: what an automatic creation has come to, in the words of the specification. */
function answerOfCreation(creation: Creation): CurationAnswer {
  const intent = 'automatic';
  if (creation.state === 'bad-address') return say(intent, 'URL inválida', driveRefusal);
  if (creation.state === 'failed') return { ...failureOf(intent, automaticFailure), reason: creation.reason };
  const { made, none, noneWhy, working, workingWhy, waiting } = creationTexts;
  if (creation.state === 'waiting') return { ok: true, intent, title: waiting, description: creation.reason };
  if (creation.state === 'working') return { ok: true, intent, title: working, description: workingWhy };
  if (creation.packages === 0) return { ok: true, intent, title: none, description: noneWhy };
  return { ok: true, intent, title: made, description: `${countDraftsText(creation.packages)}.` };
}

const fieldOf: Record<string, string> = {
  'O nome do pacote é obrigatório': 'title',
  'Selecione uma categoria': 'categoryId',
};

/** What comes of a link, and in development one to try with. */
function hintOf({ hasDrive, demoLink }: { hasDrive: boolean; demoLink: string | null }): ReactNode {
  if (!hasDrive)
    return 'O Google Drive não está configurado neste site: os áudios da pasta não serão buscados.';
  if (!demoLink) return 'Os áudios da pasta são buscados assim que o pacote é criado.';
  return (
    <>
      Pasta de demonstração: <code className="break-all select-all">{demoLink}</code>
    </>
  );
}

export default function CreatePackage({ loaderData }: Route.ComponentProps) {
  const fetcher = useFetcher<CurationAnswer>();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<CurationAnswer | null>(null);
  const [staged, setStaged] = useState<File[]>([]);
  const [coverBusy, setCoverBusy] = useState(false);
  const files = useRef(staged);
  files.current = staged;
  const answer = fetcher.data;

  useEffect(() => {
    // Only once the page is quiet: a way to a page that is not known yet gets lost while this one is being read anew.
    if (!answer?.ok || fetcher.state !== 'idle') return;
    const title = String(new FormData(form.current ?? undefined).get('title') ?? '');
    if (answer.id && files.current.length > 0) sendAudio({ id: answer.id, title }, files.current);
    const fetching = answer.importId && files.current.length === 0;
    if (fetching) void navigate(`/admin/importacoes/${answer.importId}`);
    else void navigate(answer.intent === 'automatic' ? '/admin/rascunhos' : '/admin/manage-packages');
  }, [answer, fetcher.state, navigate]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const sent = new FormData(event.currentTarget, submitter);
    const refused = sent.get('intent') === 'automatic' ? refuseAutomatic(sent) : refuseManual(sent);
    setWrong(refused);
    if (!refused) {
      void fetcher.submit(sent, { method: 'post' });
      return;
    }
    sayAnswer(refused);
    const name = fieldOf[refused.description ?? ''] ?? 'googleDriveUrl';
    event.currentTarget.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  }

  const errorOf = (name: string) =>
    wrong && (fieldOf[wrong.description ?? ''] ?? 'googleDriveUrl') === name ? wrong.description : null;
  const busyWith = fetcher.state === 'idle' ? null : fetcher.formData?.get('intent');
  return (
    <Page width="md">
      <PageHeader
        title="Cadastrar Novo Pacote"
        lead="O pacote fica no ar assim que for criado. Os áudios podem ir junto ou depois."
        back={{ to: '/admin/manage-packages' }}
      />
      <form ref={form} method="post" noValidate onSubmit={submit}>
        <Card className="grid gap-6 p-5 sm:p-7">
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Título" error={errorOf('title')}>
              {(control) => (
                <Input {...control} name="title" maxLength={200} aria-required autoComplete="off" />
              )}
            </Field>
            <Field label="Categoria" error={errorOf('categoryId')}>
              {(control) => (
                <Select {...control} name="categoryId" defaultValue="" aria-required>
                  <option value="">Selecione uma categoria</option>
                  {loaderData.categories.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <div className="grid gap-3 rounded-md bg-sunken p-4">
            <Field
              label="Link da pasta do Google Drive"
              required={false}
              error={errorOf('googleDriveUrl')}
              hint={hintOf(loaderData)}
            >
              {(control) => (
                <Input
                  {...control}
                  type="url"
                  name="googleDriveUrl"
                  placeholder="https://drive.google.com/drive/folders/..."
                />
              )}
            </Field>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button
                type="submit"
                name="intent"
                value="automatic"
                size="sm"
                busy={busyWith === 'automatic'}
                disabled={busyWith !== null}
              >
                {busyWith === 'automatic' ? null : <Sparkles aria-hidden="true" />}
                Criar Automaticamente
              </Button>
              <p className="min-w-0 flex-1 basis-56 text-sm text-muted">
                {busyWith === 'automatic'
                  ? 'Lendo a pasta e organizando os pacotes...'
                  : 'Faz um rascunho de cada pasta do link. Você revisa antes de publicar.'}
              </p>
              {answer?.reason && busyWith === null ? (
                <p className="basis-full text-sm text-danger">{answer.reason}</p>
              ) : null}
              <Link
                to="/admin/rascunhos"
                className="text-sm font-medium underline decoration-current/40 underline-offset-4 hover:text-accent"
              >
                Revisar rascunhos
              </Link>
            </div>
          </div>
          <Field label="Tags" required={false} hint="Separadas por vírgulas.">
            {(control) => (
              <Input {...control} name="tags" placeholder="natal, alegre, abertura" autoComplete="off" />
            )}
          </Field>
          <Field label="Descrição" required={false}>
            {(control) => <Textarea {...control} name="description" maxLength={5000} rows={3} />}
          </Field>
          <CoverField ownUrl={null} onBusy={setCoverBusy} />
          <StagedAudio files={staged} onChange={setStaged} />
          <div className="flex justify-end">
            <Button
              type="submit"
              name="intent"
              value="save"
              variant="primary"
              busy={busyWith === 'save'}
              disabled={coverBusy || busyWith !== null}
            >
              Criar Pacote
            </Button>
          </div>
        </Card>
      </form>
    </Page>
  );
}
