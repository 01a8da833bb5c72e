import Download from 'lucide-react/icons/download';
import FileX2 from 'lucide-react/icons/file-x-2';
import { data, isRouteErrorResponse } from 'react-router';
import { FileCheck } from '#features/licences/components/file-check.tsx';
import { findShownLicence } from '#features/licences/licence-queries.server.ts';
import { licenceFacts } from '#features/licences/licence-text.ts';
import { shortHash } from '#features/licences/model.ts';
import { DocumentText } from '#features/site/components/document-page.tsx';
import { countTracks, formatDate } from '#platform/format.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead, unlisted } from '#routes/page-head.ts';
import { Badge } from '#ui/badge.tsx';
import { buttonLook } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Fact } from '#ui/fact.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/certificate';

export const meta: Route.MetaFunction = (page) => [
  ...pageHead(
    page,
    page.loaderData ? 'Certificado de licença' : 'Certificado não encontrado',
    'Quem pode usar estas faixas, desde quando e sob qual licença.',
  ),
  unlisted,
];

/** GET /certificado/:id: for whoever knows the id. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const viewer = await context.get(viewerContext)();
  const licence = await findShownLicence(context.get(appContext).db, params.id, viewer?.user);
  if (!licence) throw data({ message: 'Certificado não encontrado' }, { status: 404 });
  return {
    id: licence.id,
    subject: licence.subject,
    facts: licenceFacts(licence),
    version: licence.version,
    text: licence.text,
    withdrawn: licence.withdrawn && {
      on: formatDate(licence.withdrawn.at),
      reason: licence.withdrawn.reason,
    },
    tracks: licence.tracks.map(({ name, packageTitle, sha256, isWithdrawn = false }) => ({
      name,
      packageTitle,
      sha256,
      isWithdrawn,
    })),
  };
}

type Shown = Route.ComponentProps['loaderData'];

export default function Certificate({ loaderData }: Route.ComponentProps) {
  const { id, facts, tracks, withdrawn, version, text } = loaderData;
  return (
    <Page className="lg:py-16">
      <PageHeader
        title="Certificado de licença"
        lead={<State withdrawn={withdrawn} />}
        actions={
          <>
            <a href={`/certificado/${id}.pdf`} className={buttonLook({ variant: 'primary' })}>
              <Download aria-hidden="true" />
              PDF
            </a>
            <a href={`/certificado/${id}.json`} className={buttonLook()}>
              <Download aria-hidden="true" />
              JSON assinado
            </a>
          </>
        }
      />
      <div className="grid max-w-4xl gap-8">
        <Card className="p-5 sm:p-6">
          <dl className="grid gap-x-8 gap-y-4 text-sm wrap-anywhere sm:grid-cols-2">
            {facts.map(([term, value]) => (
              <Fact key={term} term={term}>
                {value}
              </Fact>
            ))}
          </dl>
        </Card>
        <section aria-labelledby="conferir" className="grid gap-4">
          <h2 id="conferir" className="text-xl">
            Este arquivo é um deles?
          </h2>
          <FileCheck
            lead="Arraste um áudio para cá ou escolha um arquivo: o código dele diz se é exatamente um dos licenciados."
            verdict={(hash, name) => verdictOf(tracks, withdrawn !== null, hash, name)}
          />
        </section>
        <Tracks tracks={tracks} />
        <Text version={version} text={text} />
      </div>
    </Page>
  );
}

/** An unknown address, which somebody may have copied wrong, or a failure. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isUnknown = isRouteErrorResponse(error) && error.status === 404;
  return (
    <EmptyState
      as="h1"
      icon={<FileX2 aria-hidden="true" />}
      title={isUnknown ? 'Certificado não encontrado' : 'Não foi possível abrir o certificado'}
      text={
        isUnknown
          ? 'Confira o endereço: ele está no QR code e no fim do certificado.'
          : 'Atualize a página daqui a pouco.'
      }
      className="py-24"
    />
  );
}

function Text({ version, text }: Pick<Shown, 'version' | 'text'>) {
  return (
    <>
      <section aria-labelledby="texto">
        <h2 id="texto" className="text-xl">
          Texto da licença, versão {version}
        </h2>
        <details className="mt-4">
          <summary className="cursor-pointer text-sm font-medium">Ler o texto inteiro</summary>
          <div className="mt-4 max-w-[68ch]">
            <DocumentText text={text} />
          </div>
        </details>
      </section>
      <p className="text-sm text-muted">
        O JSON é assinado com Ed25519: guarde-o com as chaves de{' '}
        <a href="/.well-known/sonoteca-keys.json" className="underline">
          /.well-known/sonoteca-keys.json
        </a>{' '}
        para conferi-lo mesmo sem este site.
      </p>
    </>
  );
}

function State({ withdrawn }: Pick<Shown, 'withdrawn'>) {
  if (!withdrawn) {
    return (
      <Badge tone="success" lamp>
        Licença válida
      </Badge>
    );
  }
  return (
    <span className="grid justify-items-start gap-2">
      <Badge tone="danger" lamp>
        Licença retirada em {withdrawn.on}
      </Badge>
      <span className="break-words">Motivo: {withdrawn.reason}</span>
    </span>
  );
}

function Tracks({ tracks }: Pick<Shown, 'tracks'>) {
  return (
    <section aria-labelledby="faixas">
      <h2 id="faixas" className="mb-4 text-xl">
        {countTracks(tracks.length)}
      </h2>
      <ol className="divide-y divide-line rounded-lg bg-surface shadow-md">
        {tracks.map(({ name, packageTitle, sha256, isWithdrawn }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record never changes
          <li key={at} className="grid gap-1 px-5 py-3.5 text-sm sm:px-6">
            <p className="flex flex-wrap items-center gap-2.5 font-medium">
              <span className="min-w-0 break-words">{name}</span>
              {isWithdrawn ? <Badge tone="danger">Retirada</Badge> : null}
            </p>
            <p className="text-xs text-muted">
              {packageTitle} · <span title={sha256 ?? undefined}>SHA-256 {shortHash(sha256)}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function verdictOf(tracks: Shown['tracks'], isWithdrawn: boolean, hash: string, fileName: string) {
  const track = tracks.find(({ sha256 }) => sha256 === hash);
  if (!track) {
    return {
      isGood: false,
      text: `Não: ${fileName} não é nenhum dos arquivos desta licença. Basta um byte diferente para o código mudar.`,
    };
  }
  if (isWithdrawn || track.isWithdrawn) {
    return { isGood: false, text: `É “${track.name}”, mas a licença foi retirada.` };
  }
  return {
    isGood: true,
    text: `Sim: ${fileName} é exatamente “${track.name}”, do pacote ${track.packageTitle}.`,
  };
}
