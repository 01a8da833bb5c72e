import type { CsvCell } from '#platform/csv.ts';
import { netCents, type RevenueMonth } from './revenue.ts';

export const revenueHead = [
  'Mês',
  'Assinantes',
  'Receita mensal recorrente (R$)',
  'Novos',
  'Perdidos',
  'Pagamentos recusados',
  'Recebido (R$)',
  'Reembolsado (R$)',
  'Líquido (R$)',
];

/** The months as rows of a table, oldest first. */
export const revenueRows = (months: RevenueMonth[]): CsvCell[][] =>
  months.map((each) => [
    each.month.split('-').reverse().join('/'),
    each.subscribers,
    each.mrrCents / 100,
    each.started,
    each.lost,
    each.failed,
    each.receivedCents / 100,
    each.refundedCents / 100,
    netCents(each) / 100,
  ]);
