import { monthName } from '#platform/calendar.ts';
import { formatCount, formatMoney } from '#platform/format.ts';
import { Table, Td, Th, Tr } from '#ui/table.tsx';
import { netCents, type PlanShare, type RevenueMonth } from '../revenue.ts';

const number = 'text-right tabular-nums whitespace-nowrap';

export function MonthsTable({ months }: { months: RevenueMonth[] }) {
  const running = months.at(-1)?.month;
  return (
    <Table label="Receita por mês">
      <thead>
        <tr>
          <Th>Mês</Th>
          <Th className="text-right">Assinantes</Th>
          <Th className="text-right">Receita recorrente</Th>
          <Th className="text-right">Novos</Th>
          <Th className="text-right">Perdidos</Th>
          <Th className="text-right">Recusados</Th>
          <Th className="text-right">Recebido</Th>
          <Th className="text-right">Reembolsado</Th>
          <Th className="text-right">Líquido</Th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map((each) => (
          <Tr key={each.month}>
            <Td className="whitespace-nowrap">
              <span className="font-medium">{monthName(each.month)}</span>
              {each.month === running ? <span className="text-muted"> até agora</span> : null}
            </Td>
            <Td className={number}>{formatCount(each.subscribers)}</Td>
            <Td className={number}>{formatMoney(each.mrrCents)}</Td>
            <Td className={number}>{formatCount(each.started)}</Td>
            <Td className={number}>{formatCount(each.lost)}</Td>
            <Td className={number}>{formatCount(each.failed)}</Td>
            <Td className={number}>{formatMoney(each.receivedCents)}</Td>
            <Td className={number}>{formatMoney(each.refundedCents)}</Td>
            <Td className={`${number} font-medium`}>{formatMoney(netCents(each))}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Current revenue per plan; granted plans bring none. */
export function PlansTable({ plans, granted }: { plans: PlanShare[]; granted: number }) {
  return (
    <Table label="Assinantes por plano">
      <thead>
        <tr>
          <Th>Plano</Th>
          <Th className="text-right">Assinantes</Th>
          <Th className="hidden text-right sm:table-cell">Por mês, cada</Th>
          <Th className="text-right">Receita recorrente</Th>
        </tr>
      </thead>
      <tbody>
        {plans.map((plan) => (
          <Tr key={plan.planType}>
            <Td className="font-medium whitespace-nowrap">{plan.name}</Td>
            <Td className={number}>{formatCount(plan.subscribers)}</Td>
            <Td className={`${number} hidden sm:table-cell`}>{formatMoney(plan.monthlyCents)}</Td>
            <Td className={number}>{formatMoney(plan.mrrCents)}</Td>
          </Tr>
        ))}
        <Tr>
          <Td className="whitespace-nowrap text-muted">Concedidos</Td>
          <Td className={number}>{formatCount(granted)}</Td>
          <Td className={`${number} hidden text-muted sm:table-cell`}>sem cobrança</Td>
          <Td className={number}>{formatMoney(0)}</Td>
        </Tr>
      </tbody>
    </Table>
  );
}
