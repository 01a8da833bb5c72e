import { formatCount, formatDate } from '#platform/format.ts';
import { BarChart } from '#ui/bar-chart.tsx';
import { Card } from '#ui/card.tsx';
import type { DayFigures } from '../model.ts';

/** Days between two dates under the chart. */
const tickEvery = 7;
const title = 'Reproduções e downloads';

/** Plays and downloads of the last thirty days. */
export function DaysChart({ days }: { days: DayFigures[] }) {
  const plays = days.reduce((sum, day) => sum + day.plays, 0);
  const downloads = days.reduce((sum, day) => sum + day.downloads, 0);
  const totals = `${formatCount(plays)} ${plays === 1 ? 'reprodução' : 'reproduções'} e ${formatCount(downloads)} ${downloads === 1 ? 'download' : 'downloads'} nos últimos ${days.length} dias`;
  if (plays + downloads === 0) {
    return (
      <Card className="grid content-start gap-3 p-5 sm:p-6">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="text-sm text-muted">Nos últimos {days.length} dias ninguém ouviu nem baixou nada.</p>
      </Card>
    );
  }
  return (
    <Card className="flex flex-col p-5 sm:p-6">
      <BarChart
        title={title}
        up="Reproduções"
        tone="lamp"
        down="Downloads"
        downTone="efeitos"
        format={formatCount}
        summary={`Gráfico por dia: ${totals}`}
        bars={days.map(({ day, plays: up, downloads: down }, i) => ({
          key: day,
          name: formatDate(`${day}T12:00:00Z`),
          tick: (days.length - 1 - i) % tickEvery === 0 ? formatDate(`${day}T12:00:00Z`).slice(0, 5) : '',
          up,
          down,
        }))}
      />
      <p className="mt-3 text-sm text-muted tabular-nums">{totals}.</p>
    </Card>
  );
}
