import { roles, userRole } from '#features/accounts/roles.ts';
import { type Kind, kinds } from '#features/catalog/kinds.ts';
import { paidPlans } from '#features/plans/plans.ts';
import type { Finding } from './boundaries.ts';
import type { Source } from './sources.ts';

/** A closed set: its members, its table, and files that may name members because the table's keys type them. */
interface ClosedSet {
  members: readonly string[];
  table: string;
  typed: readonly string[];
}

/** Hues are also called `trilhas` and `programetes`, and a kind of credits `monthly`: these literals prove nothing. */
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
  // `user` is a word of the audit too, so only the other role proves something.
  {
    members: roles.filter((role) => role !== userRole),
    table: 'src/features/accounts/roles.ts',
    typed: ['src/routes.ts'],
  },
];

/** Finds literals of a closed set outside its table: whoever adds a member would have to find them by hand. */
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
