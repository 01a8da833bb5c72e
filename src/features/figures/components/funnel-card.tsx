import { Link } from 'react-router';
import { formatCount, formatDate } from '#platform/format.ts';
import { BarChart } from '#ui/bar-chart.tsx';
import { Card } from '#ui/card.tsx';
import { type DayFigures, funnelOf } from '../model.ts';

/** Days between two dates under the chart. */
const tickEvery = 7;

/** From the visit to the payment, over the last thirty days. */
export function FunnelCard({ days }: { days: DayFigures[] }) {
  const steps = funnelOf(days);
  const told = steps.map(({ name, count }) => `${name.toLowerCase()}: ${formatCount(count)}`).join(', ');
  return (
    <Card className="mb-4 grid gap-5 p-5 sm:p-6 lg:grid-cols-[3fr_2fr]">
      <BarChart
        title="Da visita ao pagamento"
        up="Visitas"
        tone="lamp"
        down="Cadastros"
        downTone="efeitos"
        format={formatCount}
        summary={`Gráfico por dia. Nos últimos ${days.length} dias, ${told}`}
        bars={days.map(({ day, visits: up, signUps: down }, i) => ({
          key: day,
          name: formatDate(`${day}T12:00:00Z`),
          tick: (days.length - 1 - i) % tickEvery === 0 ? formatDate(`${day}T12:00:00Z`).slice(0, 5) : '',
          up,
          down,
        }))}
      />
      <div className="grid content-start gap-3 text-sm">
        <dl className="grid grid-cols-[1fr_auto_auto] gap-x-5 gap-y-2 tabular-nums">
          {steps.map(({ name, count, rate }) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="text-right font-semibold">{formatCount(count)}</dd>
              <dd className="text-right text-muted">{rate}</dd>
            </div>
          ))}
        </dl>
        <p className="text-muted">
          Últimos {days.length} dias. A porcentagem compara com a linha de cima. Conta como visita cada vez
          que alguém, sem ter entrado, abre a página inicial; robôs que se identificam ficam de fora. São só
          totais por dia, sem cookies e sem guardar quem visitou.
        </p>
        <p>
          <Link to="/admin/busca" className="underline decoration-current/40 underline-offset-4">
            Ver as buscas sem resultado
          </Link>
        </p>
      </div>
    </Card>
  );
}
