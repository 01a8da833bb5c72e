import { monthName } from '#platform/calendar.ts';
import { elementAt } from '#platform/elements.ts';
import type { Standing } from '../model.ts';
import { FigureCard } from './figure-card.tsx';

interface StandingCardProps {
  term: string;
  standing: Standing[];
  figure: 'subscribers' | 'mrrCents';
  format: (value: number) => string;
}

/** A figure of now, its change since the end of last month, and its line over the months. */
export function StandingCard({ term, standing, figure, format }: StandingCardProps) {
  const values = standing.map((month) => month[figure]);
  const now = elementAt(values, -1);
  const before = elementAt(values, -2);
  const since = `desde o fim de ${monthName(elementAt(standing, -2).month).replace(/ de .*/, '')}`;
  const change = now - before;
  return (
    <FigureCard
      to="/admin/receita"
      term={term}
      value={format(now)}
      note={
        change === 0 ? (
          `sem mudança ${since}`
        ) : (
          <>
            <span className={change > 0 ? 'font-medium text-success' : 'font-medium text-danger'}>
              {change > 0 ? '+' : '−'}
              {format(Math.abs(change))}
            </span>{' '}
            {since}
          </>
        )
      }
    >
      <Line values={values} />
    </FigureCard>
  );
}

const height = 28;

function Line({ values }: { values: number[] }) {
  const most = Math.max(...values, 1);
  const points = values.map((value, i) => `${i},${height - (value / most) * height}`);
  return (
    <svg
      viewBox={`0 0 ${values.length - 1} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mt-3 block h-12 w-full overflow-visible"
    >
      <polygon
        points={`0,${height} ${points.join(' ')} ${values.length - 1},${height}`}
        className="fill-lamp/12"
      />
      <polyline
        points={points.join(' ')}
        className="fill-none stroke-lamp"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
