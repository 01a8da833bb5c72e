import { z } from 'zod';

/** Schema of a file of judged queries. */
export const judgedQueries = z.array(
  z.object({
    q: z.string(),
    kind: z.string().nullable(),
    wants: z.enum(['tracks', 'packages']),
    relevantKeys: z.array(z.string()),
  }),
);
export type JudgedQuery = z.infer<typeof judgedQueries>[number];

export interface Judgement {
  /** Share of answerable queries with a right answer among the first five. */
  success5: number;
  /** Mean of 1 ÷ place of the first right answer among ten. */
  mrr10: number;
  /** Share of unanswerable queries with an empty answer. */
  empty: number;
  /** Queries without a right answer among the first five. */
  missed: string[];
}

const mean = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/** Judges the keys that were found for each query, best first. */
export function judge(answers: { query: JudgedQuery; keys: readonly (string | undefined)[] }[]): Judgement {
  const isAnswerable = ({ query }: { query: JudgedQuery }) => query.relevantKeys.length > 0;
  const places = answers.filter(isAnswerable).map(({ query, keys }) => {
    const place = keys.slice(0, 10).findIndex((key) => key !== undefined && query.relevantKeys.includes(key));
    return { query, place: place < 0 ? Number.POSITIVE_INFINITY : place + 1 };
  });
  const nothing = answers.filter((answer) => !isAnswerable(answer));
  return {
    success5: mean(places.map(({ place }) => (place <= 5 ? 1 : 0))),
    mrr10: mean(places.map(({ place }) => 1 / place)),
    empty: mean(nothing.map(({ keys }) => (keys.length === 0 ? 1 : 0))),
    missed: [
      ...places.filter(({ place }) => place > 5).map(({ query }) => query.q),
      ...nothing.filter(({ keys }) => keys.length > 0).map(({ query }) => query.q),
    ],
  };
}
