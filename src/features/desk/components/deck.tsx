import AudioWaveform from 'lucide-react/icons/audio-waveform';
import Brackets from 'lucide-react/icons/brackets';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Download from 'lucide-react/icons/download';
import FastForward from 'lucide-react/icons/fast-forward';
import Flag from 'lucide-react/icons/flag';
import FolderPlus from 'lucide-react/icons/folder-plus';
import Heart from 'lucide-react/icons/heart';
import Rewind from 'lucide-react/icons/rewind';
import Undo from 'lucide-react/icons/undo-2';
import Zap from 'lucide-react/icons/zap';
import type { MouseEvent, ReactNode } from 'react';
import { isDownloadable } from '#features/catalog/kinds.ts';
import { useIsHeartOn } from '#features/favorites/components/use-heart.ts';
import { PlayMark } from '#features/player/components/transport.tsx';
import { usePlayer, usePlayStatus } from '#features/player/store.ts';
import { cx } from '#ui/cx.ts';
import { type DeskTrack, type Mark, marks } from '../model.ts';
import { DeskClock, DeskWave } from './desk-wave.tsx';
import { type DeskControl, itemOf, type RunCommand } from './use-desk.ts';

type DeckProps = Pick<DeskControl, 'desk' | 'told' | 'run'> & { track: DeskTrack };

/** The controls of the current row, like those of a mixing desk: each key cap says what presses it. */
export function Deck({ desk, track, told, run }: DeckProps) {
  const mark = desk.marks.get(track.id) ?? null;
  return (
    <section
      data-deck=""
      aria-label="Controles da faixa"
      onMouseDown={keepRowFocused}
      className="border-t border-line bg-surface px-4 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-lg sm:px-6"
    >
      <div className="mb-3 flex items-end gap-x-6">
        <div className="min-w-0 flex-1">
          <p className="truncate text-lg leading-6 font-semibold">{track.name}</p>
          <Display track={track} told={told} />
        </div>
        <DeskClock track={track} className="text-3xl font-bold" />
      </div>
      <DeskWave track={track} height={72} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Transport track={track} run={run} />
        <MarkKeys mark={mark} run={run} />
        <Keeping track={track} isSaved={desk.saved.has(track.id)} run={run} />
      </div>
    </section>
  );
}

/** A press by mouse leaves the focus on the row, so that the next key is the row's. */
function keepRowFocused(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('button')) event.preventDefault();
}

/** What was done last, why the track does not play, or the package it is of. */
export function Display({ track, told }: { track: DeskTrack; told: string }) {
  const status = usePlayStatus(track.packageId, track.id);
  const error = usePlayer((state) => state.error);
  return (
    <p className="min-h-5 truncate text-sm text-muted">
      {status === 'failed' ? <span className="text-danger">{error}</span> : null}
      <span role="status" className="text-accent">
        {status === 'failed' ? null : told}
      </span>
      {status === 'failed' || told ? null : track.packageTitle}
    </p>
  );
}

interface KeyProps {
  /** The key that does the same. */
  cap: string;
  label: string;
  onPress: () => void;
  pressed?: boolean;
  isOff?: boolean;
  className?: string;
  children: ReactNode;
}

/** A key of the desk. */
function Key({ cap, label, onPress, pressed, isOff = false, className, children }: KeyProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      disabled={isOff}
      title={`${label} (${cap})`}
      onClick={onPress}
      className={cx(
        'grid h-12 min-w-11 flex-1 place-items-center lg:min-w-12 content-center gap-0.5 rounded-sm px-2 shadow-sm transition select-none',
        'bg-raised hover:bg-lifted active:translate-y-px active:shadow-well disabled:opacity-40 [&_svg]:size-4.5',
        pressed ? 'text-accent' : 'text-fg',
        className,
      )}
    >
      {children}
      <span
        aria-hidden="true"
        data-cap=""
        className="font-sans text-[0.625rem] leading-3 font-semibold text-muted"
      >
        {cap}
      </span>
    </button>
  );
}

interface PartProps {
  track: DeskTrack;
  run: RunCommand;
}

function Transport({ track, run }: PartProps) {
  const status = usePlayStatus(track.packageId, track.id);
  const isOn = status === 'playing' || status === 'loading';
  return (
    <div className="flex flex-wrap gap-1.5 max-lg:w-full max-lg:justify-center">
      <Key cap="↑" label="Faixa anterior" onPress={() => run({ do: 'step', by: -1 })}>
        <ChevronUp aria-hidden="true" />
      </Key>
      <Key cap="←" label="Voltar 2 segundos" onPress={() => run({ do: 'seek-by', seconds: -2 })}>
        <Rewind aria-hidden="true" />
      </Key>
      <button
        type="button"
        aria-label={`${isOn ? 'Pausar' : 'Tocar'} ${track.name}`}
        title={`${isOn ? 'Pausar' : 'Tocar'} (espaço)`}
        onClick={() => run({ do: 'toggle' })}
        className="grid h-12 w-20 place-items-center content-center rounded-sm bg-accent text-on-accent shadow-sm transition hover:bg-accent-hover hover:shadow-glow active:translate-y-px"
      >
        <PlayMark isPlaying={isOn} className="size-5" />
      </button>
      <Key cap="→" label="Avançar 2 segundos" onPress={() => run({ do: 'seek-by', seconds: 2 })}>
        <FastForward aria-hidden="true" />
      </Key>
      <Key cap="⇧ →" label="Próximo pico de energia" onPress={() => run({ do: 'peak', by: 1 })}>
        <Zap aria-hidden="true" />
      </Key>
      <Key cap="I" label="Ir ao fim da introdução" onPress={() => run({ do: 'intro' })}>
        <Flag aria-hidden="true" />
      </Key>
      <Key cap="↓" label="Próxima faixa" onPress={() => run({ do: 'step', by: 1 })}>
        <ChevronDown aria-hidden="true" />
      </Key>
    </div>
  );
}

/** The five marks, lit up to the one that is set. */
export function MarkKeys({ mark, run }: { mark: Mark | null; run: RunCommand }) {
  return (
    <fieldset className="flex gap-1.5">
      <legend className="sr-only">Marca, só para você</legend>
      {marks.map((each) => (
        <Key
          key={each}
          cap={`⇧ ${each}`}
          label={`Marca ${each}`}
          pressed={mark === each}
          onPress={() => run({ do: 'mark', mark: each })}
        >
          <span
            aria-hidden="true"
            className={cx(
              'h-1.5 w-6 rounded-full transition',
              mark && each <= mark ? 'bg-lamp shadow-glow' : 'bg-fg/15',
            )}
          />
        </Key>
      ))}
    </fieldset>
  );
}

export function Keeping({ track, isSaved, run }: PartProps & { isSaved: boolean }) {
  const isOn = useIsHeartOn(itemOf(track), isSaved);
  return (
    <div className="flex flex-wrap justify-center gap-1.5">
      <Key cap="F" label={`Favoritar ${track.name}`} pressed={isOn} onPress={() => run({ do: 'heart' })}>
        <Heart className={cx(isOn && 'fill-current')} aria-hidden="true" />
      </Key>
      {isDownloadable(track.kind) ? (
        <Key cap="D" label={`Baixar ${track.name}`} onPress={() => run({ do: 'download' })}>
          <Download aria-hidden="true" />
        </Key>
      ) : null}
      <Key cap="E" label={`Pontos de entrada e saída de ${track.name}`} onPress={() => run({ do: 'cues' })}>
        <Brackets aria-hidden="true" />
      </Key>
      <Key cap="P" label={`Adicionar ${track.name} a um projeto`} onPress={() => run({ do: 'project' })}>
        <FolderPlus aria-hidden="true" />
      </Key>
      <Key cap="S" label={`Sons parecidos com ${track.name}`} onPress={() => run({ do: 'similar' })}>
        <AudioWaveform aria-hidden="true" />
      </Key>
      <Key cap="Z" label="Desfazer" onPress={() => run({ do: 'undo' })}>
        <Undo aria-hidden="true" />
      </Key>
    </div>
  );
}
