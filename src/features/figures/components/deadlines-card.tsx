import { formatCount } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';
import type { Deadlines } from '../model.ts';
import { FigureCard } from './figure-card.tsx';

/** Open recording requests by their deadline. */
export function DeadlinesCard({ late, today, later }: Deadlines) {
  const parts = [
    { name: 'atrasadas', n: late, lamp: 'bg-danger' },
    { name: 'vencem hoje', n: today, lamp: 'bg-lamp' },
    { name: 'depois', n: later, lamp: 'bg-success' },
  ];
  const all = late + today + later;
  return (
    <FigureCard
      to="/admin/recording-requests"
      term="Gravações a entregar"
      value={formatCount(all)}
      note={all === 0 ? 'Nenhuma vinheta esperando.' : null}
    >
      {all > 0 ? (
        <>
          <span aria-hidden="true" className="mt-1 flex h-1.5 gap-0.5 overflow-hidden rounded-full">
            {parts.map(({ name, n, lamp }) => (
              <span key={name} className={lamp} style={{ flexGrow: n }} />
            ))}
          </span>
          <span className="mt-2 grid gap-1 text-sm text-muted tabular-nums">
            {parts.map(({ name, n, lamp }) => (
              <span key={name} className="flex items-center gap-2">
                <span aria-hidden="true" className={cx('size-2 rounded-full', n === 0 ? 'bg-fg/20' : lamp)} />
                <span className="font-semibold text-fg">{formatCount(n)}</span> {name}
              </span>
            ))}
          </span>
        </>
      ) : null}
    </FigureCard>
  );
}
