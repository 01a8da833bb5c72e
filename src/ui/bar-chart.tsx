interface Bar {
  key: string;
  /** Its name for hover, `novembro de 2026`. */
  name: string;
  /** Under the bar; empty: none. */
  tick: string;
  up: number;
  down?: number;
}

interface BarChartProps {
  title: string;
  /** Title of the values above the line; `down` are those below it. */
  up: string;
  tone?: keyof typeof fills;
  down?: string;
  downTone?: keyof typeof fills;
  bars: Bar[];
  /** What the picture says to those who do not see it. */
  summary: string;
  format: (value: number) => string;
}

const height = 100;
const step = 10;
const bar = 5.4;

const fills = {
  success: 'fill-success',
  danger: 'fill-danger',
  lamp: 'fill-lamp',
  efeitos: 'fill-hue-efeitos',
};
const lamps = { success: 'bg-success', danger: 'bg-danger', lamp: 'bg-lamp', efeitos: 'bg-hue-efeitos' };

/** A bar chart over time, one value above and optionally one below the line; it is as high as its place allows. */
export function BarChart({
  title,
  up,
  tone = 'success',
  down,
  downTone = 'danger',
  bars: given,
  summary,
  format,
}: BarChartProps) {
  const bars = given.map((each) => ({ ...each, down: each.down ?? 0 }));
  const most = {
    up: Math.max(...bars.map((each) => each.up)),
    down: Math.max(...bars.map((each) => each.down)),
  };
  const scale = height / Math.max(most.up + most.down, 1);
  // Nothing above the line: what is below it stands upright, instead of hanging from the top.
  const isTurned = most.up === 0 && most.down > 0;
  const drawn = isTurned ? bars.map((each) => ({ ...each, up: each.down, down: 0 })) : bars;
  const line = most.up === 0 ? height : most.up * scale;
  const describe = (each: DrawnBar) =>
    `${each.name}: ${up} ${format(each.up)}${down ? `, ${down} ${format(each.down)}` : ''}`;
  const titles = bars.map(describe);
  return (
    <figure className="flex flex-1 flex-col gap-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-lg font-semibold">{title}</h2>
        <span className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
          <Key className={lamps[tone]}>{up}</Key>
          {down ? <Key className={lamps[downTone]}>{down}</Key> : null}
        </span>
      </figcaption>
      <div className="flex flex-1 flex-col">
        <p aria-hidden="true" className="text-xs text-muted tabular-nums">
          {format(isTurned ? most.down : most.up)}
        </p>
        <Bars
          {...{ bars: drawn, scale, line, summary, titles }}
          tones={{ up: fills[isTurned ? downTone : tone], down: fills[downTone] }}
        />
        {most.down > 0 && !isTurned ? (
          <p aria-hidden="true" className="mt-1 text-xs text-muted tabular-nums">
            {format(most.down)}
          </p>
        ) : null}
        <ol aria-hidden="true" className="mt-2 flex">
          {bars.map((each) => (
            <li
              key={each.key}
              className="flex min-w-0 flex-1 justify-center text-xs whitespace-nowrap text-muted"
            >
              {each.tick}
            </li>
          ))}
        </ol>
      </div>
    </figure>
  );
}

type DrawnBar = Bar & { down: number };

interface BarsProps {
  bars: DrawnBar[];
  summary: string;
  /** What each bar says when it is pointed at. */
  titles: string[];
  /** Units of the drawing per value. */
  scale: number;
  /** Where the line between the values is, from the top. */
  line: number;
  tones: { up: string; down: string };
}

function Bars({ bars, summary, titles, scale, line, tones }: BarsProps) {
  return (
    <svg
      viewBox={`0 0 ${bars.length * step} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={summary}
      className="mt-1 block h-44 w-full shrink-0 grow overflow-visible"
    >
      {bars.map((each, i) => (
        <g key={each.key} transform={`translate(${i * step} 0)`}>
          <title>{titles[i]}</title>
          <rect width={step} height={height} fill="transparent" />
          <rect
            x={(step - bar) / 2}
            y={line - each.up * scale}
            width={bar}
            height={each.up * scale}
            className={tones.up}
          />
          <rect x={(step - bar) / 2} y={line} width={bar} height={each.down * scale} className={tones.down} />
        </g>
      ))}
      <line
        x1="0"
        x2={bars.length * step}
        y1={line}
        y2={line}
        className="stroke-edge"
        strokeWidth="1"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
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
