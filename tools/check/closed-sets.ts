import { type Kind, kinds } from '#features/catalog/kinds.ts';
import { paidPlans } from '#features/plans/plans.ts';
import type { Finding } from './boundaries.ts';
import type { Source } from './sources.ts';

/** A set whose members are known, the table that defines it, and who may name members: typed by the table's keys. */
interface ClosedSet {
  members: readonly string[];
  table: string;
  typed: readonly string[];
}

/** Hues are called `trilhas` and `programetes` too, and a kind of credits `monthly`: these names prove nothing. */
const hues: readonly Kind[] = ['trilhas', 'programetes'];

const sets: ClosedSet[] = [
  {
    members: kinds.filter((kind) => !hues.includes(kind)),
    table: 'src/features/catalog/kinds.ts',
    typed: ['src/features/ingestion/category-guess.ts', 'src/features/site/clock-face.ts'],
  },
  {
    members: paidPlans.filter((plan) => plan !== 'monthly'),
    table: 'src/features/plans/plans.ts',
    typed: ['server/demo.ts'],
  },
];

/** Literals of a closed set outside its table: whoever adds a member would have to find them by hand. */
export function checkClosedSets(sources: Source[]): Finding[] {
  const ours = sources.filter(({ path }) => /^(src|server)\//.test(path) && !/\.test\.tsx?$/.test(path));
  return sets.flatMap(({ members, table, typed }) =>
    ours
      .filter(({ path }) => path !== table && !typed.includes(path))
      .flatMap(({ path, text }) =>
        members
          .filter((member) => text.includes(`'${member}'`))
          .map((member) => `${path}: '${member}' stands outside ${table}`),
      ),
  );
}
