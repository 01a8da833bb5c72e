import type { Finding } from './boundaries.ts';
import type { Source } from './sources.ts';

/** Classes that compile to `:has(…) *`. */
const grouped = /\b(?:group|peer)-has-/;
/** Any class with a variant for children behind `:has()`. */
const children = /:has\([^\s'"`]*:\*{1,2}:/;

/**
 * Classes that put a universal selector behind `:has()`: every change below the element then restyles all that it holds,
 * which took 125 ms a key at the listening desk. `in-[…:has(…)]:` on the element itself does the same at no such cost.
 */
export function checkSelectors(sources: Source[]): Finding[] {
  return sources
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, at) =>
          grouped.test(line) || children.test(line)
            ? [
                `${path}:${at + 1}: a universal selector behind :has() (group-has-, peer-has-, or *: after :has())`,
              ]
            : [],
        ),
    );
}
