import { type Filters, filterGroups, type SoundFact, soundFacts } from './model.ts';

/** Classes per fact: its steps, plus one for unknown. */
const amounts = soundFacts.map((name) => filterGroups[name].steps.length + 1);
const [, tempos, loudnesses] = amounts as [number, number, number];

/** Number of sound classes: bits of `packages.sound_classes`. */
export const classCount = amounts.reduce((product, amount) => product * amount, 1);

/**
 * The sound classes that satisfy the chosen facts, as a string of bits. Null without choices: then all sounds match,
 * also unmeasured ones.
 */
export function classesOf(filters: Pick<Filters, SoundFact>): string | null {
  if (soundFacts.every((name) => filters[name].length === 0)) return null;
  const meant = soundFacts.map((name, at) => {
    const { steps } = filterGroups[name];
    const chosen = filters[name];
    return Array.from(
      { length: amounts[at]! },
      (_, step) => chosen.length === 0 || chosen.includes(steps[step]?.value ?? ''),
    );
  }) as [boolean[], boolean[], boolean[]];
  return Array.from({ length: classCount }, (_, sound) => {
    const loudness = sound % loudnesses;
    const tempo = Math.floor(sound / loudnesses) % tempos;
    const duration = Math.floor(sound / (loudnesses * tempos));
    return meant[0][duration] && meant[1][tempo] && meant[2][loudness] ? '1' : '0';
  }).join('');
}
