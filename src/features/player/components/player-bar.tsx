import AudioLines from 'lucide-react/icons/audio-lines';
import Download from 'lucide-react/icons/download';
import Keyboard from 'lucide-react/icons/keyboard';
import Repeat from 'lucide-react/icons/repeat';
import Repeat1 from 'lucide-react/icons/repeat-1';
import SkipBack from 'lucide-react/icons/skip-back';
import SkipForward from 'lucide-react/icons/skip-forward';
import type { ReactNode } from 'react';
import { hueOfKind, isDownloadable } from '#features/catalog/kinds.ts';
import { describeSound } from '#features/catalog/sound-facts.ts';
import { elementAt } from '#platform/elements.ts';
import { formatTime } from '#platform/format.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { EqualizerBars } from '#ui/equalizer.tsx';
import { Waveform } from '#ui/waveform.tsx';
import { downloadTrack } from '../download.ts';
import type { PlayableQueue, PlayableTrack, RepeatMode } from '../model.ts';
import { nextRepeat } from '../playback.ts';
import { openShortcutHelp } from '../shortcuts.ts';
import { player, useIsCurrent, usePlayer, usePlayStatus } from '../store.ts';
import { PlayButton } from './play-button.tsx';
import { Elapsed, PlayMark, SeekWave, Total } from './transport.tsx';
import { useVolumeWorks } from './use-volume-works.ts';
import { Volume } from './volume.tsx';

interface PlayerBarProps {
  queue: PlayableQueue;
  /** Drawn over the waveform, and shown under it. */
  over?: (track: PlayableTrack) => ReactNode;
  under?: (track: PlayableTrack) => ReactNode;
  className?: string;
}

/** The big player of a package page. Shows the package's current track, or its first one before anything plays. */
export function PlayerBar({ queue, over, under, className }: PlayerBarProps) {
  const isCurrent = useIsCurrent(queue.packageId);
  const isBlocked = usePlayer((state) => state.blocked) && isCurrent;
  const at = usePlayer((state) => state.index) ?? 0;
  const index = isCurrent ? at : 0;
  const track = queue.tracks[index];
  if (!track) return null;
  return (
    <section aria-label="Reprodução" className={cx('rounded-lg bg-surface p-4 shadow-md sm:p-6', className)}>
      <Heading track={track} queue={queue} index={index} />
      <div className="relative mt-3">
        {isCurrent ? (
          <SeekWave track={track} kind={queue.kind} height={72} />
        ) : (
          <Waveform peaks={track.peaks} hue={hueOfKind(queue.kind)} progress={0} height={72} />
        )}
        {over?.(track)}
        {isBlocked ? <Unblock name={track.name} /> : null}
      </div>
      <Times track={track} kind={queue.kind} isCurrent={isCurrent} />
      <div className="mt-2 grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        <div className="flex items-center">
          <RepeatButton />
          <IconButton label="Atalhos de teclado" className="max-sm:hidden" onClick={() => openShortcutHelp()}>
            <Keyboard aria-hidden="true" />
          </IconButton>
        </div>
        <div className="flex items-center gap-1 sm:gap-2">
          <Step queue={queue} index={index} by={-1} />
          <PlayButton
            name={track.name}
            queue={queue}
            trackId={track.id}
            size="lg"
            className={isBlocked ? 'invisible' : ''}
          />
          <Step queue={queue} index={index} by={1} />
        </div>
        <div className="flex items-center justify-end text-xl">
          <div className="contents max-[359px]:hidden">
            <Volume buttonClass="size-10 touch:size-11" sliderClass="w-24 max-sm:hidden" />
          </div>
          {isDownloadable(queue.kind) ? (
            <IconButton label={`Baixar ${track.name}`} onClick={() => void downloadTrack(track, 'page')}>
              <Download aria-hidden="true" />
            </IconButton>
          ) : null}
        </div>
      </div>
      {under?.(track)}
    </section>
  );
}

interface TimesProps {
  track: PlayableTrack;
  kind: string;
  isCurrent: boolean;
}

/** Position, what is known of the sound, and its length. */
function Times({ track, kind, isCurrent }: TimesProps) {
  return (
    <div className="mt-1 flex justify-between gap-2 text-xs text-muted tabular-nums">
      {isCurrent ? <Elapsed /> : <span>0:00</span>}
      <p className="flex flex-wrap justify-center gap-x-3 whitespace-nowrap max-sm:[&>:nth-child(n+3)]:hidden">
        {describeSound(track, kind).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {isCurrent ? <Total /> : <span>{formatTime((track.durationMs ?? 0) / 1000)}</span>}
    </div>
  );
}

function Heading({ track, queue, index }: { track: PlayableTrack; queue: PlayableQueue; index: number }) {
  const status = usePlayStatus(queue.packageId, track.id);
  const error = usePlayer((state) => state.error);
  return (
    <div className="flex min-h-11 items-center gap-3">
      <EqualizerBars active={status === 'playing'} className="shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{track.name}</p>
        {status === 'failed' ? (
          <p className="text-sm text-danger">{error}</p>
        ) : (
          <p className="text-sm text-muted tabular-nums">
            Faixa {index + 1} de {queue.tracks.length}
          </p>
        )}
      </div>
      <LevelButton />
    </div>
  );
}

/** One clear play button when the browser requires a click before any sound (A-48, PKG-12). */
function Unblock({ name }: { name: string }) {
  return (
    <div className="absolute inset-0 grid animate-fade-in grid-cols-1 place-items-center rounded-sm bg-surface/80">
      <Button variant="primary" size="lg" onClick={player.toggle}>
        <PlayMark isPlaying={false} />
        <span className="truncate">Tocar {name}</span>
      </Button>
    </div>
  );
}

function Step({ queue, index, by }: { queue: PlayableQueue; index: number; by: 1 | -1 }) {
  const isCurrent = useIsCurrent(queue.packageId);
  const { length } = queue.tracks;
  const Icon = by === 1 ? SkipForward : SkipBack;
  const go = () => {
    if (isCurrent) return by === 1 ? player.next() : player.previous();
    player.playPackage(queue, elementAt(queue.tracks, (index + by + length) % length).id);
  };
  return (
    <IconButton label={by === 1 ? 'Próxima faixa' : 'Faixa anterior'} disabled={length <= 1} onClick={go}>
      <Icon fill="currentColor" aria-hidden="true" />
    </IconButton>
  );
}

const repeatLabels: Record<RepeatMode, string> = {
  list: 'Repetir: lista',
  one: 'Repetir: uma faixa',
  off: 'Repetir: desligado',
};

/** Toggles levelling; only where the device lets a page set the volume. */
function LevelButton() {
  const isOn = usePlayer((state) => state.levelled);
  if (!useVolumeWorks()) return null;
  return (
    <IconButton
      label="Nivelar volume"
      title={`Nivelar volume: ${isOn ? 'ligado' : 'desligado'}. Reduz o volume das faixas acima de −16 LUFS.`}
      pressed={isOn}
      onClick={player.toggleLevel}
    >
      <AudioLines aria-hidden="true" />
    </IconButton>
  );
}

function RepeatButton() {
  const repeat = usePlayer((state) => state.repeat);
  const Icon = repeat === 'one' ? Repeat1 : Repeat;
  return (
    <IconButton
      label={repeatLabels[repeat]}
      title={repeatLabels[repeat]}
      pressed={repeat !== 'off'}
      onClick={() => player.setRepeat(nextRepeat(repeat))}
    >
      <Icon aria-hidden="true" />
    </IconButton>
  );
}
