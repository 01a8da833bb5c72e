import { Link } from 'react-router';
import { countTracks, formatDateTime } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { type DeliveryLine, statusWords } from '../model.ts';

/** An account's latest deliveries, each a link to its page. */
export function DeliveryList({ deliveries }: { deliveries: DeliveryLine[] }) {
  return (
    <Card className="p-2">
      <ul className="divide-y divide-line">
        {deliveries.map((line) => (
          <li key={line.id} className="relative rounded-sm px-3 py-3 text-sm hover:bg-fg/4">
            <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <Link
                to={`/preparar/${line.id}`}
                className="min-w-0 font-medium break-words hover:text-accent after:absolute after:inset-0"
              >
                {line.title}
              </Link>
              <Badge tone={line.status === 'failed' ? 'danger' : undefined}>{statusWords[line.status]}</Badge>
            </p>
            <p className="mt-0.5 text-muted tabular-nums">
              {countTracks(line.total)} · {formatDateTime(line.createdAt)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
