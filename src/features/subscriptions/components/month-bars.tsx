import { elementAt, firstOf } from '#platform/elements.ts';
import { type Month, monthName } from '../revenue.ts';

interface MonthBarsProps {
  title: string;
  /** Title of the values above the line; `down` are those below it. */
  up: string;
  tone?: 'success' | 'danger';
  down?: string;
  months: { month: Month; up: number; down?: number }[];
  format: (value: number) => string;
}

type Shown = Required<MonthBarsProps['months'][number]>;

const height = 100;
const step = 10;
const bar = 5.4;

const fills = { success: 'fill-success', danger: 'fill-danger' };
const lamps = { success: 'bg-success', danger: 'bg-danger' };

/** A bar chart by month, one value above and optionally one below the line; the table under it has the numbers. */
export function MonthBars({ title, up, tone = 'success', down, months: given, format }: MonthBarsProps) {
  const months = given.map((each) => ({ ...each, down: each.down ?? 0 }));
  const most = {
    up: Math.max(...months.map((each) => each.up)),
    down: Math.max(...months.map((each) => each.down)),
  };
  const scale = height / Math.max(most.up + most.down, 1);
  const describe = (each: Shown) =>
    `${monthName(each.month, 'long')}: ${up} ${format(each.up)}${down ? `, ${down} ${format(each.down)}` : ''}`;
  return (
    <figure className="grid content-start gap-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-lg font-semibold">{title}</h2>
        <span className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
          <Key className={lamps[tone]}>{up}</Key>
          {down ? <Key className="bg-danger">{down}</Key> : null}
        </span>
      </figcaption>
      <div>
        <p aria-hidden="true" className="text-xs text-muted tabular-nums">
          {format(most.up)}
        </p>
        <Bars months={months} scale={scale} line={most.up * scale} tone={tone} describe={describe} />
        {most.down > 0 ? (
          <p aria-hidden="true" className="mt-1 text-xs text-muted tabular-nums">
            {format(most.down)}
          </p>
        ) : null}
        <ol aria-hidden="true" className="mt-2 flex">
          {months.map((each) => (
            <li key={each.month} className="min-w-0 flex-1 text-center text-xs text-muted">
              {monthName(each.month, 'short')}
            </li>
          ))}
        </ol>
      </div>
    </figure>
  );
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="flex items-center gap-2">
      <span className={`size-2.5 rounded-xs ${className}`} aria-hidden="true" />
      {children}
    </span>
  );
}

interface BarsProps {
  months: Shown[];
  /** Height of one unit, and where the line is. */
  scale: number;
  line: number;
  tone: keyof typeof fills;
  describe: (month: Shown) => string;
}

function Bars({ months, scale, line, tone, describe }: BarsProps) {
  const [first, last] = [firstOf(months), elementAt(months, -1)].map(({ month }) => monthName(month, 'long'));
  const place = { x: (step - bar) / 2, width: bar };
  return (
    <svg
      viewBox={`0 0 ${months.length * step} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Gráfico de ${first} a ${last}; os números estão na tabela`}
      className="mt-1 block h-44 w-full overflow-visible"
    >
      {months.map((each, i) => (
        <g key={each.month} transform={`translate(${i * step} 0)`}>
          <title>{describe(each)}</title>
          <rect width={step} height={height} fill="transparent" />
          <rect {...place} y={line - each.up * scale} height={each.up * scale} className={fills[tone]} />
          <rect {...place} y={line} height={each.down * scale} className="fill-danger" />
        </g>
      ))}
      <line
        x1="0"
        x2={months.length * step}
        y1={line}
        y2={line}
        className="stroke-edge"
        strokeWidth="1"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
