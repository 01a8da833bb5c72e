import { Link } from 'react-router';
import { formatRelative } from '#platform/format.ts';
import { Card } from '#ui/card.tsx';
import type { Happening } from '../model.ts';

/** What happened last, with links to where it happened. @param now of the server: both sides render the same */
export function Happenings({ happened, now }: { happened: Happening[]; now: string }) {
  return (
    <Card className="grid content-start gap-3 p-5 sm:p-6">
      <h2 className="text-lg font-semibold">Atividade recente</h2>
      {happened.length === 0 ? <p className="text-sm text-muted">Nada ainda.</p> : null}
      <ul className="-mx-2 grid gap-0.5">
        {happened.map(({ id, title, text, link, at }) => (
          <li key={id}>
            <Link
              to={link ?? '/admin/audit'}
              className="grid gap-x-3 rounded-sm px-2 py-1.5 text-sm transition hover:bg-fg/8 touch:py-2.5"
            >
              <span className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 truncate font-medium">{title}</span>
                <time dateTime={at} className="shrink-0 text-xs text-muted">
                  {formatRelative(at, new Date(now))}
                </time>
              </span>
              <span className="truncate text-muted">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
