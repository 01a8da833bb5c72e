import Unlink from 'lucide-react/icons/unlink';
import type { ReactNode } from 'react';
import { data, isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from 'react-router';
import { ApprovalTrack } from '#features/projects/components/approval-track.tsx';
import { PersonField, usePerson } from '#features/projects/components/person-field.tsx';
import { SharedPlayer } from '#features/projects/components/shared-player.tsx';
import { formatLength, lengthOf } from '#features/projects/model.ts';
import { countStranger } from '#features/projects/sharing/limits.server.ts';
import { answerForm } from '#features/projects/sharing/model.ts';
import { openShare, readShared } from '#features/projects/sharing/queries.server.ts';
import { answerTrack } from '#features/projects/sharing/share-project.server.ts';
import { AppError } from '#platform/errors.ts';
import { countTracks, formatDate } from '#platform/format.ts';
import { answering } from '#routes/answering.ts';
import { type App, appContext } from '#routes/app.server.ts';
import { actionOf, change } from '#routes/changes.server.ts';
import { pageHead, unlisted } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { useRootData } from '#routes/root-data.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Logo } from '#ui/logo.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/approve';

export const meta: Route.MetaFunction = (page) => [
  ...pageHead(page, page.loaderData?.project.title ?? 'Link encerrado', 'Faixas para ouvir e aprovar.'),
  unlisted,
  // The address is a secret: it is told to nobody.
  { name: 'referrer', content: 'no-referrer' },
];

export const headers: Route.HeadersFunction = () => ({
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
});

/** A shared project, for whoever has its link. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const app = context.get(appContext);
  try {
    await countStranger(app, request, 'open');
    const share = await openShare(app.db, params.token, app.clock.now());
    return { project: await readShared(app.db, share), token: params.token };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
    throw data({ message: error.message }, { status: error.status });
  }
}

const failures = { answer: 'A resposta não foi enviada' };

export const action = actionOf(() => null, failures, {
  answer: change(
    answerForm,
    async (app: App, _, input, { request, params }) => {
      try {
        await countStranger(app, request, 'answer');
        return await answerTrack(app, params.token ?? '', input);
      } catch (error) {
        if (error instanceof AppError && error.kind === 'not-found')
          return { ok: false as const, message: error.message };
        throw error;
      }
    },
    { done: 'Resposta enviada' },
  ),
});

/** Each track shows its own answer. */
export const clientAction = answering(failures, { quiet: ({ ok }) => ok });

/** After a refusal the page stays, with what was typed: it is read anew only when an answer was kept. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  args.actionResult?.ok === false ? false : alsoRefused(args);

export default function ApprovePage({ loaderData }: Route.ComponentProps) {
  const { project, token } = loaderData;
  const { tracks, title, from, expiresAt } = project;
  const person = usePerson();
  const answered = tracks.filter(({ answer }) => answer).length;
  return (
    <Shell>
      <SharedPlayer token={token}>
        <Page width="md" className="mx-auto">
          <PageHeader
            title={title}
            lead={
              <>
                {from ? <span className="block">Enviado por {from}</span> : null}
                <span className="tabular-nums">
                  {countTracks(tracks.length)} · {formatLength(lengthOf(tracks))} · {answered} de{' '}
                  {tracks.length} com resposta · o link vale até {formatDate(expiresAt)}
                </span>
              </>
            }
          />
          {tracks.length === 0 ? (
            <p className="text-muted">Este projeto ainda não tem faixas.</p>
          ) : (
            <>
              <PersonField {...person} />
              <ul className="mt-6 grid gap-3">
                {tracks.map((track) => (
                  <ApprovalTrack key={track.id} track={track} person={person} />
                ))}
              </ul>
            </>
          )}
        </Page>
      </SharedPlayer>
    </Shell>
  );
}

function Shell({ children }: { children: ReactNode }) {
  const { site } = useRootData();
  return (
    <div className="min-h-dvh">
      <header className="page-edge flex h-16 items-center">
        <Logo name={site.name} />
      </header>
      <main id="conteudo" tabIndex={-1} className="outline-none">
        {children}
      </main>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const said: unknown = isRouteErrorResponse(error) ? error.data?.message : null;
  const isClosed = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Shell>
      <EmptyState
        as="h1"
        icon={<Unlink aria-hidden="true" />}
        title={isClosed ? 'Link encerrado' : 'Não foi possível abrir o projeto'}
        text={typeof said === 'string' ? said : 'Atualize a página daqui a pouco.'}
        className="py-24"
      />
    </Shell>
  );
}
