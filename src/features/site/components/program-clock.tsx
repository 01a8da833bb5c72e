import { useEffect, useState } from 'react';
import { factsOfKind, hueOfKind, kindFacts, kinds } from '#features/catalog/kinds.ts';
import { countTracks, formatCount } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';
import { hueBackground, hueColor } from '#ui/hue.ts';
import { hour, isMusic, slotPath, spokePath } from '../clock-face.ts';
import type { CatalogCounts } from '../sample.ts';
import { drawnWave } from '../wave.ts';
import { SectionHead, sectionLook } from './section-head.tsx';

const told = kinds.map((kind) => ({ kind, ...kindFacts[kind].story })).toSorted((a, b) => a.place - b.place);

/** The music around the clock, one bar per 20 seconds. */
const music = drawnWave('as suas músicas', 180);

const musicPath = (shown: string[]): string =>
  music
    .map((height, at) =>
      isMusic(at / 3, shown) ? spokePath(at / 3, 163 - height * 15, 163 + height * 15) : '',
    )
    .join('');

/** The library as an hour of radio: coloured slots are ours, the rest is music. */
export function ProgramClock({ counts }: { counts: CatalogCounts | null }) {
  const shown = told.filter(({ kind }) => !counts || counts.kinds.some((known) => known.kind === kind));
  return (
    <section aria-labelledby="acervo" data-clock="" className={sectionLook}>
      <div className="grid items-center gap-12 lg:grid-cols-[minmax(0,6fr)_minmax(0,7fr)] lg:gap-20">
        <Face counts={counts} shown={shown.map(({ kind }) => kind)} />
        <div>
          <SectionHead
            id="acervo"
            title="Uma hora da sua rádio"
            lead="O que tem cor no relógio está no acervo. O resto é com as suas músicas."
          />
          <ul className="mt-8 grid gap-1">
            {shown.map(({ kind, name, text }) => {
              const found = counts?.kinds.find((known) => known.kind === kind);
              return (
                <li
                  key={kind}
                  data-row={kind}
                  className="-mx-3 grid grid-cols-[auto_1fr] gap-x-4 rounded-md px-3 py-3.5 transition hover:bg-fg/5 sm:grid-cols-[auto_1fr_auto]"
                >
                  <span
                    className={cx('my-1 w-1.5 rounded-full', hueBackground[hueOfKind(kind)])}
                    aria-hidden="true"
                  />
                  <div>
                    <h3 className="text-lg">{name}</h3>
                    <p className="mt-1 text-sm text-muted">{text}</p>
                  </div>
                  {found ? (
                    <p className="col-start-2 mt-2 text-sm text-muted tabular-nums sm:col-start-3 sm:mt-0 sm:text-right">
                      <span className="font-display text-lg font-bold text-fg sm:block">
                        {countTracks(found.tracks)}
                      </span>{' '}
                      {countPackages(found.packages)}
                    </p>
                  ) : null}
                </li>
              );
            })}
          </ul>
        </div>
      </div>
    </section>
  );
}

const countPackages = (n: number): string => (n === 1 ? 'em 1 pacote' : `em ${formatCount(n)} pacotes`);

function Face({ counts, shown }: { counts: CatalogCounts | null; shown: string[] }) {
  return (
    <div className="relative mx-auto aspect-square w-full max-w-[30rem]">
      <svg viewBox="-200 -200 400 400" className="size-full" aria-hidden="true">
        <circle r="163" fill="none" className="stroke-fg/5" strokeWidth="34" />
        <path d={musicPath(shown)} className="stroke-fg/25" strokeWidth="2" strokeLinecap="round" />
        <Marks radius={186} every={1} />
        <Marks radius={190} every={5} />
        <Slots shown={shown} />
        {[0, 15, 30, 45].map((minute) => (
          <text
            key={minute}
            x={Math.round(Math.sin((minute / 30) * Math.PI)) * 124}
            y={-Math.round(Math.cos((minute / 30) * Math.PI)) * 124}
            textAnchor="middle"
            dominantBaseline="central"
            className="fill-muted text-[0.8rem] font-medium tabular-nums"
          >
            {String(minute).padStart(2, '0')}
          </text>
        ))}
        <Hand />
      </svg>
      <div className="absolute inset-0 grid place-content-center text-center">
        <Total counts={counts} />
      </div>
    </div>
  );
}

/** Marks every so many minutes, 1.5 by 4 units: the dashes of a ring whose length is counted in minutes. */
function Marks({ radius, every }: { radius: number; every: number }) {
  const width = (1.5 / (2 * Math.PI * radius)) * 60;
  return (
    <circle
      r={radius}
      fill="none"
      className="stroke-muted/60"
      strokeWidth="4"
      pathLength="60"
      strokeDasharray={`${width.toFixed(3)} ${(every - width).toFixed(3)}`}
      strokeDashoffset={(width / 2).toFixed(3)}
    />
  );
}

/** The kinds of the library as slots of the hour; the others fade while one of the list is pointed at. */
function Slots({ shown }: { shown: string[] }) {
  return (
    <g>
      {hour
        .filter(({ kind }) => shown.includes(kind))
        .map((slot) => (
          <path
            key={slot.from}
            d={slotPath(slot, 146, 180)}
            fill={hueColor(hueOfKind(slot.kind))}
            className={cx(
              'transition-opacity in-[[data-clock]:has([data-row]:hover)]:opacity-20',
              factsOfKind(slot.kind)?.story.lit,
            )}
          />
        ))}
    </g>
  );
}

/** Points to the current minute; rendered only in the browser, because the server's time may differ. */
function Hand() {
  const [minute, setMinute] = useState<number | null>(null);
  useEffect(() => {
    const tell = () => setMinute((Date.now() / 60_000) % 60);
    tell();
    const timer = setInterval(tell, 5000);
    return () => clearInterval(timer);
  }, []);
  if (minute === null) return null;
  return (
    <g transform={`rotate(${minute * 6})`} className="animate-fade-in">
      <path d="M0-142v-46" className="stroke-accent" strokeWidth="2.5" strokeLinecap="round" />
      <circle cy="-139" r="4.5" className="fill-accent" />
    </g>
  );
}

function Total({ counts }: { counts: CatalogCounts | null }) {
  if (!counts || counts.tracks === 0) return <p className="text-sm text-muted">Uma hora no ar</p>;
  return (
    <p>
      <span className="block font-display text-6xl font-bold tracking-tight tabular-nums">
        {formatCount(counts.tracks)}
      </span>
      <span className="mt-2 block text-sm text-muted">
        {counts.tracks === 1 ? 'faixa' : 'faixas'} {countPackages(counts.packages)}
      </span>
    </p>
  );
}
