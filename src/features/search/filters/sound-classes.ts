import { type Filters, filterGroups, type SoundFact, soundFacts } from './model.ts';

/** Classes per fact: its steps, plus one for unknown. */
const amountOf = (name: SoundFact) => filterGroups[name].steps.length + 1;
const tempos = amountOf('andamento');
const loudnesses = amountOf('intensidade');

/** Number of sound classes: bits of `packages.sound_classes`. */
export const classCount = amountOf('duracao') * tempos * loudnesses;

/** The chosen sound classes as a string of bits; null without choices: unmeasured sounds match too. */
export function classesOf(filters: Pick<Filters, SoundFact>): string | null {
  if (soundFacts.every((name) => filters[name].length === 0)) return null;
  const isMeant = (name: SoundFact, step: number) =>
    filters[name].length === 0 || filters[name].includes(filterGroups[name].steps[step]?.value ?? '');
  return Array.from({ length: classCount }, (_, sound) => {
    const loudness = sound % loudnesses;
    const tempo = Math.floor(sound / loudnesses) % tempos;
    const duration = Math.floor(sound / (loudnesses * tempos));
    return isMeant('duracao', duration) && isMeant('andamento', tempo) && isMeant('intensidade', loudness)
      ? '1'
      : '0';
  }).join('');
}
