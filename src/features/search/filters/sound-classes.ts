import { type Filters, filterGroups, type SoundFact, soundFacts } from './model.ts';

/** Classes per fact: its steps, plus one for unknown. */
const amountOf = (name: SoundFact) => filterGroups[name].steps.length + 1;
const tempos = amountOf('andamento');
const loudnesses = amountOf('intensidade');
/** Codes of the voice in the database. */
export const voiced = 0;
export const instrumental = 1;
const untold = 2;

const durations = amountOf('duracao');

/** Number of sound classes: bits of `packages.voice_classes`. */
export const classCount = amountOf('voz') * durations * tempos * loudnesses;

/**
 * The chosen sound classes as a string of bits; null without choices: unmeasured sounds match too. @param isSpoken for
 * kinds whose sounds have a voice unless they tell otherwise
 */
export function classesOf(
  filters: Pick<Filters, SoundFact>,
  { isSpoken = false }: { isSpoken?: boolean } = {},
): string | null {
  if (soundFacts.every((name) => filters[name].length === 0)) return null;
  const isMeant = (name: SoundFact, step: number) =>
    filters[name].length === 0 || filters[name].includes(filterGroups[name].steps[step]?.value ?? '');
  return Array.from({ length: classCount }, (_, sound) => {
    const loudness = sound % loudnesses;
    const tempo = Math.floor(sound / loudnesses) % tempos;
    const duration = Math.floor(sound / (loudnesses * tempos)) % durations;
    const told = Math.floor(sound / (loudnesses * tempos * durations));
    const voice = isSpoken && told === untold ? voiced : told;
    const isOne =
      isMeant('duracao', duration) &&
      isMeant('andamento', tempo) &&
      isMeant('intensidade', loudness) &&
      isMeant('voz', voice);
    return isOne ? '1' : '0';
  }).join('');
}
