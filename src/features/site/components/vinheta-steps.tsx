import { cx } from '#ui/cx.ts';
import { deliveryPromise } from '../benefits.ts';
import { drawnWave } from '../wave.ts';
import { SectionHead, sectionLook } from './section-head.tsx';
import { WaveShape } from './wave-shape.tsx';

const bars = drawnWave('vinheta com o nome da rádio', 66);
const [intro, name, outro] = [bars.slice(0, 20), bars.slice(20, 46), bars.slice(46)];

const steps = [
  {
    title: 'Escolha o pacote',
    text: 'Ouça os modelos e fique com o que combina com a sua rádio. O lugar do nome já está guardado.',
  },
  {
    title: 'Diga o nome da rádio',
    text: 'Informe o nome da emissora e o seu WhatsApp. Cada pedido usa 25 dos 100 créditos que você recebe por mês.',
  },
  {
    title: 'Coloque no ar',
    text: `A gravação chega ${deliveryPromise}, só sua. Se algo não ficou bom, a primeira revisão é por nossa conta.`,
  },
] as const;

/** How a vinheta is made: a waveform with a gap that fills step by step. */
export function VinhetaSteps() {
  return (
    <section aria-labelledby="vinheta" className={sectionLook}>
      <SectionHead
        id="vinheta"
        title="A vinheta com o nome da sua rádio, em três passos"
        lead="Um locutor grava o nome da sua emissora no modelo que você escolheu."
      />
      <ol className="mt-10 grid gap-4 md:mt-14 lg:grid-cols-3">
        {steps.map(({ title, text }, at) => (
          <li key={title} className="flex flex-col overflow-hidden rounded-lg bg-surface shadow-md">
            <Take step={at} />
            <div className="grid grid-cols-[auto_1fr] gap-x-4 p-6">
              <span
                aria-hidden="true"
                className="font-display text-3xl leading-none font-bold text-accent tabular-nums"
              >
                {at + 1}
              </span>
              <h3 className="text-2xl">{title}</h3>
              <p className="col-start-2 mt-2 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The waveform at one step: with a gap, with the name in it, and complete. */
function Take({ step }: { step: number }) {
  const whole = step === 2;
  const rest = cx('h-16 min-w-0 flex-[20]', whole ? 'text-hue-vinhetas' : 'text-fg/30');
  return (
    <div aria-hidden="true" className="flex h-40 items-center gap-1.5 bg-sunken/60 px-6 shadow-well">
      <WaveShape wave={intro} className={rest} />
      <span
        className={cx(
          'grid h-20 min-w-0 flex-[26] place-items-center rounded-sm text-center text-sm leading-tight',
          step === 0 && 'border-2 border-dashed border-edge text-muted',
          step === 1 && 'bg-raised px-2 font-semibold shadow-md',
          whole && 'text-accent',
        )}
      >
        {step === 0 ? 'nome da sua rádio' : null}
        {step === 1 ? (
          <span>
            Rádio Serra Azul
            <span className="ml-0.5 inline-block h-[1.1em] w-0.5 animate-pulse bg-accent align-text-bottom" />
          </span>
        ) : null}
        {whole ? <WaveShape wave={name} className="h-16 w-full" /> : null}
      </span>
      <WaveShape wave={outro} className={rest} />
    </div>
  );
}
