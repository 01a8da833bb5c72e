import { factsOfKind } from '#features/catalog/kinds.ts';
import { type RenderFormat, type RenderWish, renderFormats } from '#features/media/rendering/model.ts';
import { type SoundType, soundTypeOf } from '#features/media/sound-type.ts';
import type { Recipe } from './recipe.ts';

/** Whether a recipe needs ffmpeg: it asks for a format or changes the sound. */
export const needsFfmpeg = (recipe: Recipe): boolean => recipe.format !== 'original' || touchesSound(recipe);

const touchesSound = ({ levelLufs, silenceDb, lengthMs, fadeMs }: Recipe): boolean =>
  levelLufs !== null || silenceDb !== null || lengthMs !== null || fadeMs > 0;

/** What a sound becomes that is changed and keeps its format as far as that can be. */
const sameFormat: Record<SoundType, RenderFormat> = {
  mp3: 'mp3-320',
  wav: 'wav',
  flac: 'flac',
  ogg: 'mp3-320',
  m4a: 'mp3-320',
};

/** A track as far as it decides how it is made. */
interface Original {
  type: SoundType;
  size: number | null;
  durationMs: number | null;
  tempoBpm: number | null;
  /** Of several bit rates, or joined of several files: its average says nothing of its parts. */
  isMixed?: boolean;
}

/** A track as its recipe sees it; the tempo of an effect or a vinheta is chance. */
export const originalOf = ({
  mime,
  kind,
  tempoBpm,
  size,
  durationMs,
  isVbr,
  hasJoints,
}: Omit<Original, 'type' | 'isMixed'> & {
  mime: string | null;
  kind: string;
  isVbr?: boolean | null;
  hasJoints?: boolean | null;
}): Original => ({
  type: soundTypeOf(mime) ?? 'mp3',
  size,
  durationMs,
  isMixed: isVbr === true || hasJoints === true,
  tempoBpm: factsOfKind(kind)?.hasTempo ? tempoBpm : null,
});

/** Whether an MP3 has the asked rate already; encoding it again would only cost quality. */
function isAlready(format: RenderFormat, { type, size, durationMs, isMixed }: Original): boolean {
  if (isMixed) return false;
  if (renderFormats[format].type !== 'mp3' || type !== 'mp3' || !size || !durationMs) return false;
  const asked = renderFormats[format].bitsPerSecond;
  return Math.abs((size * 8000) / durationMs / asked - 1) < 0.03;
}

/** What becomes of a track; null: its own bytes are delivered. Pure: equal recipes of equal tracks are equal. */
export function wishOf(recipe: Recipe, track: Original): RenderWish | null {
  const format = recipe.format === 'original' ? sameFormat[track.type] : recipe.format;
  const isUntouched = !touchesSound(recipe);
  if (isUntouched && (recipe.format === 'original' || isAlready(format, track))) return null;
  const { levelLufs, silenceDb, lengthMs, fadeMs } = recipe;
  const tempoBpm = recipe.onBeat && lengthMs !== null ? track.tempoBpm : null;
  return { format, levelLufs, silenceDb, lengthMs, tempoBpm, fadeMs };
}

/** About how many bytes a track becomes. */
export function estimateBytes(recipe: Recipe, track: Original): number {
  const wish = wishOf(recipe, track);
  if (!wish) return track.size ?? 0;
  const durationMs = Math.min(wish.lengthMs ?? Number.POSITIVE_INFINITY, track.durationMs ?? 60_000);
  return Math.ceil((durationMs / 8000) * renderFormats[wish.format].bitsPerSecond);
}
