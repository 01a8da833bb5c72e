import type { Finding } from './boundaries.ts';
import type { Source } from './sources.ts';

const eager = /(?<!lazily\(\s*\(\) =>\s*)new Intl\.\w+/g;

/** Formatters that are made where a module is loaded: the first of `Intl` takes 15 to 30 ms of a start or a page. */
export function checkFormatters(sources: Source[]): Finding[] {
  return sources
    .filter(({ path }) => /^(src|server)\//.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(eager)].map(
        ({ 0: made, index }) =>
          `${path}:${text.slice(0, index).split('\n').length}: ${made} without lazily() (src/platform/lazily.ts)`,
      ),
    );
}
