import type { Cues, FilePoint } from '#db/schema/catalog.ts';
import { lazily } from '#platform/lazily.ts';

/** The points that a listener may move, in their order. */
export const cuePoints = ['startMs', 'introMs', 'endMs'] as const;
export type CuePoint = (typeof cuePoints)[number];

/** Where all three stand; an intro that ends at the start is none. */
export type SetCues = Record<CuePoint, number>;
/** What differs from the estimate; null: as estimated. */
export type OwnCues = Record<CuePoint, number | null>;

/** Own cue points that an account may keep. */
export const mostOwnCues = 5000;
/** Tracks whose cue points are asked for at once. */
export const mostAsked = 120;

/** What is known of a track: what was estimated, and what the caller has set instead. */
export interface TrackCues {
  /** Null: silence, or not measured yet. */
  estimate: Cues | null;
  durationMs: number | null;
  own: OwnCues | null;
  /** When the own ones were saved. */
  savedAt: string | null;
  /** What the file itself marks; `areUsed`: its names say what they are, so that the estimate has them. Null: nothing. */
  ofFile: { points: FilePoint[]; areUsed: boolean } | null;
}

/** What is taken for an estimate where there is none: all of it sounds. */
const wholeSound = (durationMs: number): Cues => ({
  startMs: 0,
  endMs: durationMs,
  introMs: null,
  loudFromMs: 0,
  loudToMs: 0,
  segueMs: durationMs,
});

/** The points as they are estimated, to begin with; null: the track has not been measured. */
export const baseOf = ({ estimate, durationMs }: Pick<TrackCues, 'estimate' | 'durationMs'>): Cues | null =>
  estimate ?? (durationMs === null ? null : wholeSound(durationMs));

/** The cue points that count for the listener; null: nothing is known and nothing was set. */
export function cuesOf({
  estimate,
  durationMs,
  own,
}: Pick<TrackCues, 'estimate' | 'durationMs' | 'own'>): Cues | null {
  const base = baseOf({ estimate, durationMs });
  if (!own || !base) return estimate;
  const endMs = own.endMs ?? base.endMs;
  const startMs = Math.min(own.startMs ?? base.startMs, endMs);
  const introMs = own.introMs ?? base.introMs;
  const inside = (ms: number) => Math.min(endMs, Math.max(startMs, ms));
  return {
    startMs,
    endMs,
    introMs: introMs !== null && introMs > startMs && introMs <= endMs ? introMs : null,
    loudFromMs: inside(base.loudFromMs),
    loudToMs: inside(base.loudToMs),
    segueMs: inside(base.segueMs),
  };
}

export const pointsOf = ({ startMs, introMs, endMs }: Cues): SetCues => {
  return { startMs, introMs: introMs ?? startMs, endMs };
};

/** Whether points stand in their order within the sound. */
export const isInOrder = ({ startMs, introMs, endMs }: SetCues, durationMs: number): boolean =>
  0 <= startMs && startMs <= introMs && introMs <= endMs && endMs <= durationMs;

/** A point moved; its neighbours hold it, but the start takes an intro along that is none. */
export function movePoint(points: SetCues, point: CuePoint, ms: number, durationMs: number): SetCues {
  const { startMs, introMs, endMs } = points;
  const within = (least: number, most: number) => Math.min(most, Math.max(least, Math.round(ms)));
  if (point === 'endMs') return { ...points, endMs: within(introMs, durationMs) };
  if (point === 'introMs') return { ...points, introMs: within(startMs, endMs) };
  if (introMs > startMs) return { ...points, startMs: within(0, introMs) };
  const both = within(0, endMs);
  return { startMs: both, introMs: both, endMs };
}

/** What of the points differs from the estimate; null: nothing. */
export function differences(points: SetCues, base: Cues): OwnCues | null {
  const estimated = pointsOf(base);
  const own = {
    startMs: points.startMs === estimated.startMs ? null : points.startMs,
    introMs: isSameIntro(points, base) ? null : points.introMs,
    endMs: points.endMs === estimated.endMs ? null : points.endMs,
  };
  return cuePoints.every((point) => own[point] === null) ? null : own;
}

const isSameIntro = ({ startMs, introMs }: SetCues, base: Cues): boolean =>
  base.introMs === null ? introMs === startMs : introMs === base.introMs;

/** `1:08,250` */
export function formatCue(ms: number): string {
  const rest = ms % 60_000;
  return `${Math.floor(ms / 60_000)}:${String(Math.floor(rest / 1000)).padStart(2, '0')},${String(rest % 1000).padStart(3, '0')}`;
}

const seconds = lazily(
  () => new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 3 }),
);

/** A moment as it is said: `1 minuto e 8,25 segundos`. */
export function spokenCue(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const rest = `${seconds().format((ms % 60_000) / 1000)} segundos`;
  return minutes === 0 ? rest : `${minutes} ${minutes === 1 ? 'minuto' : 'minutos'} e ${rest}`;
}

/** Why points are not kept. */
export type CueRefusal = 'not-found' | 'unmeasured' | 'out-of-order' | 'too-many';

export const pointNames: Record<CuePoint, string> = {
  startMs: 'Entrada',
  introMs: 'Fim da introdução',
  endMs: 'Saída',
};

/** What the editor says of points that came with the file; null: none did. */
export function wordsOfFile({ ofFile }: Pick<TrackCues, 'ofFile'>): string | null {
  if (!ofFile) return null;
  if (ofFile.areUsed) return 'Estes pontos vieram no próprio arquivo e valem no lugar da estimativa.';
  const said = ofFile.points.map(({ atMs, label }) =>
    label ? `“${label}” em ${formatCue(atMs)}` : formatCue(atMs),
  );
  return `O arquivo marca ${said.join(' · ')}, sem dizer qual é a entrada ou a saída: os pontos abaixo são a estimativa.`;
}

export const cueTexts = {
  title: 'Pontos de entrada e saída',
  keys: 'Arraste os pontos ou use ← e →: 10 ms por toque, 100 ms com ⇧. Valem só para a sua conta.',
  order: 'A entrada vem antes do fim da introdução, e este antes da saída, tudo dentro da faixa.',
  none: 'Esta faixa ainda não tem pontos: ela está sendo analisada ou é silêncio.',
  saved: 'Pontos salvos',
  replaced: 'Eles substituíram os que outra aba ou outro aparelho tinha salvado.',
  undone: 'Os pontos voltaram a ser os de antes',
  notUndone: 'Não foi possível desfazer',
  notOpened: 'Os pontos não abriram',
} as const;
