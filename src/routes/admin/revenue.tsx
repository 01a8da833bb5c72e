import ChartColumn from 'lucide-react/icons/chart-column';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import { MonthsTable, PlansTable } from '#features/subscriptions/components/revenue-tables.tsx';
import { isEmpty, type RevenueMonth } from '#features/subscriptions/revenue.ts';
import { getRevenue } from '#features/subscriptions/revenue-queries.server.ts';
import { monthName } from '#platform/calendar.ts';
import { elementAt, firstOf } from '#platform/elements.ts';
import { formatCount, formatDateTime, formatMoney } from '#platform/format.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { BarChart } from '#ui/bar-chart.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/revenue';
import { ExportLinks } from './export-link.tsx';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, adminTitle('/admin/receita'), 'Assinantes, pagamentos e reembolsos, mês a mês.');

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  const revenue = await getRevenue(app.db, admin, app.clock.now());
  return { ...revenue, isEmpty: isEmpty(revenue) };
}

export default function RevenuePage({ loaderData }: Route.ComponentProps) {
  const { months, plans, granted, countedAt } = loaderData;
  const now = elementAt(months, -1);
  return (
    <Page width="full">
      <PageHeader
        title={adminTitle('/admin/receita')}
        lead={`Quem assina, o que entra e o que sai, mês a mês, no horário de Brasília.${
          countedAt ? ` Atualizado em ${formatDateTime(countedAt)}.` : ''
        }`}
        back={{ to: '/admin' }}
        actions={<ExportLinks list="receita" />}
      />
      <div className="grid gap-5">
        <Figures now={now} />
        <PlansTable plans={plans} granted={granted} />
        {loaderData.isEmpty ? (
          <EmptyState
            icon={<ChartColumn aria-hidden="true" />}
            title="Ainda não há pagamentos"
            text="Os números aparecem aqui quando a primeira rádio assinar."
          >
            <ButtonLink to="/admin/edit-plans" variant="primary">
              Rever os planos
            </ButtonLink>
          </EmptyState>
        ) : (
          <Months months={months} />
        )}
      </div>
    </Page>
  );
}

function Figures({ now }: { now: RevenueMonth }) {
  const figures = [
    { term: 'Assinantes pagantes', value: formatCount(now.subscribers), note: 'com período pago em vigor' },
    { term: 'Receita mensal recorrente', value: formatMoney(now.mrrCents), note: 'planos divididos por mês' },
    {
      term: 'Recebido neste mês',
      value: formatMoney(now.receivedCents),
      note: now.refundedCents ? `${formatMoney(now.refundedCents)} reembolsados` : 'sem reembolsos',
    },
    {
      term: 'Novos neste mês',
      value: formatCount(now.started),
      note: now.lost === 1 ? '1 perdido' : `${formatCount(now.lost)} perdidos`,
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {figures.map(({ term, value, note }) => (
        <Card key={term} className="grid content-start gap-1 p-4 sm:p-5">
          <dt className="text-sm text-muted">{term}</dt>
          <dd className="font-display text-lg font-semibold tabular-nums sm:text-2xl">{value}</dd>
          <dd className="text-sm text-muted tabular-nums">{note}</dd>
        </Card>
      ))}
    </dl>
  );
}

function Months({ months }: { months: RevenueMonth[] }) {
  const from = (values: (each: RevenueMonth) => { up: number; down?: number }) => ({
    summary: `Gráfico de ${monthName(firstOf(months).month)} a ${monthName(elementAt(months, -1).month)}; os números estão na tabela`,
    bars: months.map((each) => ({
      key: each.month,
      name: monthName(each.month),
      tick: monthName(each.month, 'short'),
      ...values(each),
    })),
  });
  return (
    <>
      <div className="grid gap-5 lg:grid-cols-2">
        <Card className="flex flex-col p-5 sm:p-6">
          <BarChart
            title="Dinheiro por mês"
            up="Recebido"
            down="Reembolsado"
            format={formatMoney}
            {...from((each) => ({ up: each.receivedCents, down: each.refundedCents }))}
          />
        </Card>
        <Card className="flex flex-col p-5 sm:p-6">
          <BarChart
            title="Assinantes por mês"
            up="Novos"
            down="Perdidos"
            format={formatCount}
            {...from((each) => ({ up: each.started, down: each.lost }))}
          />
        </Card>
        <Card className="flex flex-col p-5 sm:p-6">
          <BarChart
            title="Receita recorrente"
            up="No fim do mês"
            format={formatMoney}
            {...from((each) => ({ up: each.mrrCents }))}
          />
        </Card>
        <Card className="flex flex-col p-5 sm:p-6">
          <BarChart
            title="Pagamentos recusados"
            up="Recusados"
            tone="danger"
            format={formatCount}
            {...from((each) => ({ up: each.failed }))}
          />
        </Card>
      </div>
      <MonthsTable months={months} />
      <p className="text-sm text-muted">
        Os assinantes de um mês são os do mês anterior, mais os novos, menos os perdidos. Perde-se quem
        cancela, quem é reembolsado por inteiro e quem não renova até dois dias depois do fim do período. A
        receita recorrente conta cada assinatura em vigor no fim do mês, pelo preço que foi cobrado: o plano
        mensal inteiro, um sexto do semestral, um doze avos do anual. Recusados são todas as cobranças que
        falharam, também as pagas depois.
      </p>
    </>
  );
}
