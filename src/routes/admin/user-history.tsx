import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { HistoryLine } from '#features/support/history-queries.server.ts';
import { formatDateTime } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Table, Td, Th, Tr } from '#ui/table.tsx';

interface HistoryTableProps {
  title: string;
  empty: string;
  lines: HistoryLine[];
}

/** Events of an account, newest first. */
export function HistoryTable({ title, empty, lines }: HistoryTableProps) {
  if (lines.length === 0) return <Card className="p-5 text-sm text-muted sm:px-6">{empty}</Card>;
  return (
    <Table label={title} stacked>
      <thead>
        <tr>
          <Th className="w-44">Quando</Th>
          <Th>O quê</Th>
          <Th className="text-right">Situação</Th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Tr key={line.id}>
            <Td className="text-muted tabular-nums lg:whitespace-nowrap">{formatDateTime(line.at)}</Td>
            <Td className="wrap-anywhere max-lg:min-w-0 max-lg:flex-1">
              <HistoryText line={line} />
              {line.detail ? <span className="block text-xs text-muted">{line.detail}</span> : null}
            </Td>
            <Td className="lg:text-right">
              {line.state ? <Badge tone={line.state.tone}>{line.state.text}</Badge> : null}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function HistoryText({ line: { text, to } }: { line: HistoryLine }) {
  if (!to) return <span className="font-medium">{text}</span>;
  return (
    <Link to={to} className="rounded-sm font-medium hover:text-accent">
      {text}
    </Link>
  );
}

interface HistorySectionProps extends HistoryTableProps {
  lead: ReactNode;
  /** Links to the whole, and to it as a file. */
  actions: ReactNode;
}

/** The newest events of one kind, as a section of the account's page. */
export function HistorySection({ lead, actions, ...table }: HistorySectionProps) {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-xl">{table.title}</h2>
          {lead ? <p className="mt-1 text-sm text-muted">{lead}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
      <HistoryTable {...table} />
    </div>
  );
}
