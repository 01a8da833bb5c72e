import Check from 'lucide-react/icons/check';
import { buttonLook } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import type { Sample } from '../sample.ts';
import { drawnWave } from '../wave.ts';
import { SampleDesk } from './sample-desk.tsx';
import { SectionLink } from './section-link.tsx';
import { useSamples } from './use-samples.ts';
import { WaveShape } from './wave-shape.tsx';

interface HeroProps {
  title: string;
  subtitle: string;
  /** Lowest monthly price, formatted, and its plan. */
  from: { price: string; plan: string };
  samples: Sample[];
}

const promises = ['Downloads ilimitados', 'Garantia de 7 dias', 'Sem fidelidade: cancele quando quiser'];
const horizon = drawnWave('no ar', 260);

/** The first screen: what it is, for whom, the price, one button, and samples. */
export function Hero({ title, subtitle, from, samples }: HeroProps) {
  return (
    <section className="relative isolate overflow-hidden">
      <div
        aria-hidden="true"
        className="absolute -top-40 left-1/2 -z-10 h-[42rem] w-[60rem] -translate-x-1/5 bg-[radial-gradient(closest-side,#ffb02026,transparent)]"
      />
      <WaveShape
        wave={horizon}
        fit="cut"
        className="absolute inset-x-0 bottom-0 -z-10 h-56 w-full text-fg/5 [mask-image:linear-gradient(transparent,#000)]"
      />
      <div className="page-edge pt-7 pb-16 sm:pt-12 lg:pb-20">
        <p className="flex items-center gap-2.5 text-xs font-medium text-muted sm:text-sm">
          <span
            className="size-2 rounded-full bg-danger shadow-[0_0_10px_var(--color-danger)]"
            aria-hidden="true"
          />
          Para rádios, web rádios, podcasts e produtoras
        </p>
        <Headline title={title} />
        <div
          className={cx(
            'mt-6 grid items-start gap-9 sm:mt-8 lg:mt-10',
            samples.length > 0 && 'lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-14',
          )}
        >
          <Pitch subtitle={subtitle} from={from} />
          {samples.length > 0 ? <SampleDesk samples={samples} /> : null}
        </div>
      </div>
    </section>
  );
}

function Pitch({ subtitle, from }: Pick<HeroProps, 'subtitle' | 'from'>) {
  return (
    <div className="max-w-xl">
      <p className="text-base text-muted sm:text-lg">{subtitle}</p>
      <div className="mt-6 flex items-center gap-x-5 sm:mt-8">
        <SectionLink
          to="/#planos"
          label="Ver planos"
          className={buttonLook({ variant: 'primary', size: 'lg' })}
        />
        <p className="text-xs leading-snug text-muted sm:text-sm">
          a partir de
          <strong className="block text-sm font-semibold whitespace-nowrap text-fg sm:text-base">
            {from.price} por mês
          </strong>
          no {from.plan}
        </p>
      </div>
      <ul className="mt-10 hidden gap-3 text-sm text-muted lg:grid">
        {promises.map((promise) => (
          <li key={promise} className="flex items-center gap-2.5">
            <Check className="size-4 text-success" aria-hidden="true" />
            {promise}
          </li>
        ))}
      </ul>
    </div>
  );
}

const mark = [0.3, 0.62, 1, 0.5, 0.82, 0.36, 0.94, 0.58, 0.24, 0.7, 0.42, 0.18];

function Headline({ title }: { title: string }) {
  const words = title.split(/\s+/);
  const cut = words.length > 4 ? words.length - 2 : words.length;
  const playing = useSamples().status === 'playing';
  return (
    <h1 className="mt-3 text-[clamp(2.25rem,1.1rem+5vw,5rem)] leading-[1.02] tracking-[-0.03em] sm:mt-4">
      {words.slice(0, cut).join(' ')}{' '}
      <span
        aria-hidden="true"
        className="mx-[0.06em] inline-flex h-[0.66em] items-center gap-[0.07em] align-middle"
      >
        {mark.map((height, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
            key={at}
            className={cx('w-[0.075em] rounded-full bg-accent', playing && 'animate-bar')}
            style={{ height: `${height * 100}%`, animationDelay: `${(at * -370) % 900}ms` }}
          />
        ))}
      </span>{' '}
      {words.slice(cut).join(' ')}
    </h1>
  );
}
