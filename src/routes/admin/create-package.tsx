import Sparkles from 'lucide-react/icons/sparkles';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useFetcher, useNavigate } from 'react-router';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { packageFields } from '#features/catalog/package-definition.ts';
import { automaticFailure } from '#features/curation/answers.ts';
import { CoverField } from '#features/curation/covers/components/cover-field.tsx';
import { packageText } from '#features/curation/model.ts';
import { listChoices } from '#features/curation/queries.server.ts';
import { StagedAudio } from '#features/curation/tracks/components/staged-audio.tsx';
import { sendAudio } from '#features/curation/tracks/store.ts';
import { createFromDrive } from '#features/ingestion/create-from-drive.server.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import type { Answer } from '#platform/answer.ts';
import { textSent, textWritten, toSend, without } from '#platform/definition.ts';
import { answering } from '#routes/answering.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { actionOf, type Change } from '#routes/changes.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { type Errors, Fields, focusField } from '#ui/fields.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { sayAnswer } from '#ui/say-answer.ts';
import { useEditor } from '#ui/use-editor.ts';
import type { Route } from './+types/create-package';
import { answerOfCreation, creationFailures, refuseAutomatic, refuseManual } from './creation-answers.ts';
import { packageChanges } from './package-changes.server.ts';

export const meta: Route.MetaFunction = (page) =>
  pageHead(
    page,
    adminTitle('/admin/create-package'),
    'Cadastre um pacote com título, categoria, capa e áudios.',
  );

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  requireAdmin(await context.get(viewerContext)());
  const { isConfigured, demoLink } = app.drive;
  return { categories: await listChoices(app.db), hasDrive: isConfigured, demoLink };
}

type Checked = (text: ReturnType<typeof textSent<typeof packageFields>>) => Answer | null;

/** This page's own validation runs before the change itself. */
const checked =
  (refuse: Checked, go: Change<Admin>): Change<Admin> =>
  async (app, admin, form, call) =>
    refuse(textSent(packageFields, form)) ?? go(app, admin, form, call);

export const action = actionOf(requireAdmin, creationFailures, {
  /** Packages created here are always active. */
  save: checked(refuseManual, (app, admin, form, call) => {
    form.set('isActive', 'on');
    form.delete('id');
    return packageChanges.save(app, admin, form, call);
  }),
  /** Drafts wait for review. */
  automatic: checked(refuseAutomatic, async (app, admin, form) =>
    answerOfCreation(await createFromDrive(app, admin, String(form.get('googleDriveUrl')))),
  ),
});

export const clientAction = answering(creationFailures, {
  lost: (_, intent) => (intent === 'automatic' ? { description: automaticFailure } : {}),
});

const { title, categoryId, googleDriveUrl, tags } = packageFields;
/** Fields in the page's own order; order, seal and switch belong to the editor. */
const others = without(
  packageFields,
  'title',
  'categoryId',
  'googleDriveUrl',
  'tags',
  'orderIndex',
  'isFeatured',
  'isActive',
);

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

export const shouldRevalidate = alsoRefused;

const untouched = { content: packageText(null), version: '' };

export default function CreatePackage({ loaderData }: Route.ComponentProps) {
  const fetcher = useFetcher<Answer>();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { content, isDirty, change } = useEditor(untouched);
  const [errors, setErrors] = useState<Errors>({});
  const [staged, setStaged] = useState<File[]>([]);
  const [coverBusy, setCoverBusy] = useState(false);
  const answer = fetcher.data;
  const isMade = answer?.ok === true;

  // Text typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (form.current) change(textWritten(packageFields, new FormData(form.current)));
  }, []);

  const leave = useEffectEvent(({ id, importId, intent }: Answer) => {
    if (id && staged.length > 0) sendAudio({ id, title: content.title }, staged);
    if (importId && staged.length === 0) void navigate(`/admin/importacoes/${importId}`);
    else void navigate(intent === 'automatic' ? '/admin/rascunhos' : '/admin/manage-packages');
  });
  useEffect(() => {
    // Navigate only after the revalidation: until then the router drops a navigation to a page that it has not loaded
    // yet.
    if (answer?.ok && fetcher.state === 'idle') leave(answer);
  }, [answer, fetcher.state]);

  function send(intent: 'automatic' | 'save') {
    const isAutomatic = intent === 'automatic';
    const refused = (isAutomatic ? refuseAutomatic : refuseManual)(content);
    setErrors(refused?.errors ?? {});
    if (!refused) {
      void fetcher.submit({ intent, ...toSend(content) }, { method: 'post' });
      return;
    }
    sayAnswer(refused);
    for (const name of Object.keys(refused.errors ?? {})) if (form.current) focusField(form.current, name);
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    send('save');
  }

  // Also during the navigation, so that nothing is created twice.
  const busyWith = fetcher.state !== 'idle' ? fetcher.formData?.get('intent') : isMade ? answer.intent : null;
  const unsaved = [...(isDirty ? ['Pacote'] : []), ...(staged.length > 0 ? ['Áudios escolhidos'] : [])];
  const fields = { values: content, onWrite: change, errors };
  return (
    <Page width="md">
      <PageHeader
        title={adminTitle('/admin/create-package')}
        lead="O pacote entra no ar assim que é criado. Os áudios podem ir junto ou depois."
        back={{ to: '/admin/manage-packages' }}
      />
      <form ref={form} method="post" noValidate inert={busyWith !== null} onSubmit={submit}>
        <Card className="grid gap-6 p-5 sm:p-7">
          <Fields {...fields} of={{ title, categoryId }} choices={{ categoryId: loaderData.categories }} />
          <div className="grid gap-3 rounded-md bg-sunken p-4">
            <Fields
              {...fields}
              of={{
                googleDriveUrl: {
                  ...googleDriveUrl,
                  label: 'Link da pasta do Google Drive',
                  hint: hintOf(loaderData),
                },
              }}
            />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {/* Not a submit button: Enter in a field sends the form as the main button does. */}
              <Button
                type="button"
                size="sm"
                onClick={() => send('automatic')}
                busy={busyWith === 'automatic'}
                disabled={busyWith !== null}
              >
                {busyWith === 'automatic' ? null : <Sparkles aria-hidden="true" />}
                Criar Automaticamente
              </Button>
              <p className="min-w-0 flex-1 basis-56 text-sm text-muted">
                {busyWith === 'automatic'
                  ? 'Lendo a pasta e organizando os pacotes...'
                  : 'Cria um rascunho para cada pasta do link. Você revisa antes de publicar.'}
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
          <Fields {...fields} of={{ tags }} />
          <Fields
            {...fields}
            of={others}
            own={{
              coverKey: (
                <CoverField ownUrl={null} onBusy={setCoverBusy} onChange={(cover) => change({ cover })} />
              ),
            }}
          />
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
      <LeaveGuard unsaved={isMade ? [] : unsaved} />
    </Page>
  );
}
