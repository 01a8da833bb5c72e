import { roles, userRole } from '#features/accounts/roles.ts';
import { type Kind, kinds } from '#features/catalog/kinds.ts';
import { fileStates, importStates } from '#features/ingestion/import-states.ts';
import { paidPlans } from '#features/plans/plans.ts';
import { statuses } from '#features/recordings/model.ts';
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

/** States that type their columns, so that the compiler checks each literal; their table groups them. */
const states: { members: readonly string[]; table: string; within: RegExp }[] = [
  {
    members: statuses,
    table: 'src/features/recordings/model.ts',
    within: /^src\/(features\/recordings|routes\/admin\/recording|routes\/account\/recording)/,
  },
  {
    members: [...new Set([...Object.keys(importStates), ...Object.keys(fileStates)])],
    table: 'src/features/ingestion/import-states.ts',
    within: /^src\/(features\/ingestion|routes\/admin\/(drafts|import))/,
  },
];

/** Literals of a closed set outside its table: whoever adds a member would have to find them by hand. */
export function checkClosedSets(sources: Source[]): Finding[] {
  const ours = sources.filter(({ path }) => /^(src|server)\//.test(path) && !/\.test\.tsx?$/.test(path));
  return [
    ...sets.flatMap(({ members, table, typed }) =>
      ours
        .filter(({ path }) => path !== table && !typed.includes(path))
        .flatMap(({ path, text }) =>
          members
            .filter((member) => text.includes(`'${member}'`))
            .map((member) => `${path}: '${member}' stands outside ${table}`),
        ),
    ),
    ...states.flatMap(({ members, table, within }) => {
      const one = `'(?:${members.join('|')})'`;
      const groups = new RegExp(`${one}(?:,| (?:\\|\\||&&) [\\w.]+ [!=]==)\\s+${one}`, 'g');
      return ours
        .filter(({ path }) => within.test(path) && path !== table)
        .flatMap(({ path, text }) => Array.from(text.matchAll(groups), ([group]) => ({ path, group })))
        .map(({ path, group }) => `${path}: ${group} are grouped outside ${table}`);
    }),
  ];
}
