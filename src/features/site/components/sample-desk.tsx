import { useEffect, useMemo, useRef } from 'react';
import { formatTime } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';
import type { Sample } from '../sample.ts';
import { samples as player } from '../store.ts';
import { sampleWave } from '../wave.ts';
import { LevelMeter } from './level-meter.tsx';
import { OnAirLamp } from './on-air-lamp.tsx';
import { SampleStrip } from './sample-strip.tsx';
import { useSamples } from './use-samples.ts';

/** The samples of the landing page: three playable sounds, a lamp and level meters. Dark in both themes. */
export function SampleDesk({ samples }: { samples: Sample[] }) {
  const { trackId, status } = useSamples();
  const waves = useMemo(
    () => new Map(samples.map((s) => [s.trackId, sampleWave(s.peaks, s.durationMs, 88)])),
    [samples],
  );
  const playing = status === 'playing';

  const { section, clock } = useDrawnLevel(waves.get(trackId ?? ''), playing);
  useEffect(() => () => player.pause(), []);

  return (
    <section
      ref={section}
      aria-labelledby="amostras"
      data-theme="dark"
      className="rounded-lg bg-surface bg-[linear-gradient(180deg,#ffffff0d,transparent_30%)] p-2 text-fg shadow-lg"
    >
      <div className="flex items-center gap-3 px-3 pt-2 pb-3 sm:px-4">
        <OnAirLamp lit={playing} />
        <h2 id="amostras" className="mr-auto font-sans text-sm font-medium tracking-normal text-muted">
          Ouça agora<span className="hidden sm:inline">, sem cadastro</span>
        </h2>
        <span
          ref={clock}
          aria-hidden="true"
          className={cx('font-display text-lg tabular-nums', playing ? 'text-accent' : 'text-muted')}
        >
          0:00
        </span>
      </div>
      <ul className="grid gap-1.5">
        {samples.map((sample) => (
          <li key={sample.trackId}>
            <SampleStrip
              sample={sample}
              wave={waves.get(sample.trackId) ?? []}
              status={sample.trackId === trackId ? status : 'idle'}
            />
          </li>
        ))}
      </ul>
      <LevelMeter />
    </section>
  );
}

/** Draws progress, level and time on each frame, without rendering. */
function useDrawnLevel(wave: number[] | undefined, playing: boolean) {
  const section = useRef<HTMLElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = section.current;
    if (!element) return;
    let frame = 0;
    const draw = () => {
      const { progress } = player;
      const level = playing ? (wave?.[Math.floor(progress * wave.length)] ?? 0) : 0;
      element.style.setProperty('--progress', String(progress));
      element.style.setProperty('--level', String(level));
      if (clock.current) clock.current.textContent = formatTime(player.time);
      if (playing) frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [wave, playing]);
  return { section, clock };
}
