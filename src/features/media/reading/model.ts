import type { SoundFacts } from '../audio/model.ts';
import type { SoundType } from '../sound-type.ts';
import type { SoundRefusal } from './refusals.ts';

/** The facts that are read, not heard. */
export type ReadFacts = Pick<
  SoundFacts,
  'codec' | 'channels' | 'sampleRate' | 'carried' | 'authors' | 'publisher' | 'isrc' | 'iswc'
>;

/** What a file is, read by its content; `start`: where its container begins, behind tags and junk. */
export interface ReadSound {
  type: SoundType;
  start: number;
  facts: ReadFacts;
  /** What the container says of its length, in milliseconds: an estimate, which a measurement replaces. Null: nothing. */
  statedMs: number | null;
}

export type Reading = ({ ok: true } & ReadSound) | { ok: false; refusal: SoundRefusal };

/** Bytes before the sound that a delivery reads to replace tags; more are a `large-head`. */
export const headLimit = 1024 * 1024;
