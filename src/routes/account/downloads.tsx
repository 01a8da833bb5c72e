import Download from 'lucide-react/icons/download';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import type { ReactNode } from 'react';
import { redirect } from 'react-router';
import { z } from 'zod';
import { requireUser } from '#features/accounts/gates.server.ts';
import type { User } from '#features/accounts/model.ts';
import { HistoryList } from '#features/downloads/components/history-list.tsx';
import { historyFilterSchema, listHistory } from '#features/downloads/history-queries.server.ts';
import { CertificateButton } from '#features/licences/components/certificate-button.tsx';
import { mostSummed, type SummaryRefusal } from '#features/licences/model.ts';
import { monthSchema } from '#features/licences/month.ts';
import { issueSummary } from '#features/licences/summary-licence.server.ts';
import { listProjects, projectTracks } from '#features/projects/queries.server.ts';
import { listenerPage } from '#features/site/pages.ts';
import { getLicense } from '#features/site/queries.server.ts';
import { lastMonths, monthName } from '#platform/calendar.ts';
import { formatCount } from '#platform/format.ts';
import { idSchema } from '#platform/id-schema.ts';
import { formatTotal } from '#platform/list.ts';
import { answering } from '#routes/answering.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { actionOf, change } from '#routes/changes.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { ButtonLink, buttonLook } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { FilterForm } from '#ui/filter-form.tsx';
import { Input } from '#ui/input.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Pager } from '#ui/pager.tsx';
import { Select } from '#ui/select.tsx';
import type { Route } from './+types/downloads';

export const meta: Route.MetaFunction = (page) =>
  pageHead(
    page,
    listenerPage('/meus-downloads').label,
    'O que você baixou, com licenças, certificados e relatório.',
  );

/** Months that the filter offers. */
const offeredMonths = 24;

export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const viewer = await context.get(viewerContext)();
  const user = requireUser(viewer);
  const filter = historyFilterSchema.parse(Object.fromEntries(url.searchParams));
  const [project, { projects }] = await Promise.all([
    filter.projeto ? projectTracks(app.db, user, filter.projeto) : null,
    listProjects(app.db, user, false, { pagina: 1 }),
  ]);
  const trackIds = project ? project.tracks.map(({ id }) => id) : null;
  return {
    filter,
    canRepeat: viewer?.entitled === true,
    months: lastMonths(app.clock.now(), offeredMonths)
      .map((month) => ({ month, name: monthName(month) }))
      .toReversed(),
    projects: projects.map(({ id, title }) => ({ id, title })),
    ...(await listHistory(app.db, user, filter, trackIds)),
  };
}

const failures = { certificate: 'Certificado não emitido' };
const refusals: Record<SummaryRefusal, string> = {
  nothing: 'Não há nenhuma licença nesta seleção. Downloads antigos não têm registro.',
  'too-many': `Um certificado leva até ${formatCount(mostSummed)} faixas: escolha um mês ou um projeto.`,
  unknown: 'Este projeto não existe mais.',
};
const scopeSchema = z.object({
  mes: monthSchema.default(''),
  projeto: idSchema.or(z.literal('')).catch('').default(''),
});

export const action = actionOf(requireUser, failures, {
  certificate: change(scopeSchema, certify, { done: '', refusals }),
});

export const clientAction = answering(failures);

async function certify(app: App, user: User, { mes, projeto }: z.output<typeof scopeSchema>) {
  const project = projeto ? await projectTracks(app.db, user, projeto) : null;
  if (projeto && !project) return { ok: false as const, reason: 'unknown' as const };
  const trackIds = project?.tracks.map(({ id }) => id);
  const parts = [project && `Projeto ${project.title}`, mes && monthName(mes)].filter(Boolean);
  const scope = {
    subject: parts.join(', ') || 'Tudo o que foi licenciado',
    ...(mes && { month: mes }),
    trackIds,
  };
  const made = await issueSummary(app, user, await getLicense(app), scope);
  return made.ok ? redirect(`/certificado/${made.id}`) : made;
}

type Loaded = Route.ComponentProps['loaderData'];

export default function Downloads({ loaderData }: Route.ComponentProps) {
  const { filter, lines, page, canRepeat } = loaderData;
  const isFiltered = Boolean(filter.q || filter.mes || filter.projeto);
  // Before the first download there is nothing to search or to report.
  const isNew = lines.length === 0 && !isFiltered;
  return (
    <Page>
      <PageHeader
        title={listenerPage('/meus-downloads').label}
        lead={page.total === 1 ? '1 download' : `${formatTotal(page)} downloads`}
        back={{ to: '/dashboard', label: 'Meu Painel' }}
        actions={isNew ? null : <Actions filter={filter} />}
      />
      {isNew ? null : <Filters {...loaderData} />}
      {lines.length === 0 ? (
        <EmptyState
          icon={<Download aria-hidden="true" />}
          title={isFiltered ? 'Nenhum download nesta seleção' : 'Nenhum download ainda'}
          text={isFiltered ? 'Mude os filtros.' : 'O que você baixar aparece aqui, com data, hora e licença.'}
        >
          {isFiltered ? (
            <ButtonLink to="/meus-downloads" variant="primary">
              Ver todos
            </ButtonLink>
          ) : (
            <ButtonLink to="/library" variant="primary">
              Ir para a Biblioteca
            </ButtonLink>
          )}
        </EmptyState>
      ) : (
        <HistoryList lines={lines} canRepeat={canRepeat} />
      )}
      <Pager page={page} />
    </Page>
  );
}

/** Beside the other buttons on a phone; read aloud everywhere. */
const Rest = ({ children }: { children: ReactNode }) => <span className="max-sm:sr-only">{children}</span>;

/** What is made of the selection: a certificate, a report. */
function Actions({ filter: { mes, projeto } }: Pick<Loaded, 'filter'>) {
  const query = new URLSearchParams({ ...(mes && { mes }), ...(projeto && { projeto }) });
  return (
    <>
      <CertificateButton month={mes} projectId={projeto} variant="primary">
        <span>
          Certificado <Rest>{mes || projeto ? 'da seleção' : 'de tudo'}</Rest>
        </span>
      </CertificateButton>
      <a href={`/meus-downloads/relatorio.xlsx?${query}`} className={buttonLook()}>
        <FileSpreadsheet className="max-sm:hidden" aria-hidden="true" />
        <span>
          <Rest>Relatório</Rest> XLSX
        </span>
      </a>
      <a href={`/meus-downloads/relatorio.csv?${query}`} className={buttonLook()}>
        <Download className="max-sm:hidden" aria-hidden="true" />
        CSV
      </a>
    </>
  );
}

/** On a phone the fields say by themselves what they are, so that the list begins on the first screen. */
function Filters({ filter, months, projects }: Pick<Loaded, 'filter' | 'months' | 'projects'>) {
  return (
    <FilterForm
      label="Filtros"
      className="mb-4 grid grid-cols-[5fr_6fr] gap-x-2 sm:mb-6 sm:grid-cols-3 sm:gap-4"
    >
      <Field label={<Rest>Faixa ou pacote</Rest>} className="max-sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            type="search"
            name="q"
            maxLength={100}
            defaultValue={filter.q}
            placeholder="Faixa ou pacote"
            className="sm:placeholder:text-transparent"
          />
        )}
      </Field>
      <Field label={<Rest>Mês</Rest>}>
        {(control) => (
          <Select {...control} name="mes" defaultValue={filter.mes}>
            <option value="">Mês: todos</option>
            {months.map(({ month, name }) => (
              <option key={month} value={month}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={<Rest>Projeto</Rest>}>
        {(control) => (
          <Select {...control} name="projeto" defaultValue={filter.projeto}>
            <option value="">Projeto: todos</option>
            {projects.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FilterForm>
  );
}
