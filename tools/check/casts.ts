import type { Finding } from './boundaries.ts';
import type { Source } from './sources.ts';

/** A cast through `unknown` or to `never` silences the compiler altogether. */
const cast = /\bas (unknown as|never)\b/;
/** The line above gives the reason. */
const reason = /\/\/ cast: \S/;

/** Casts in production code that do not say why. */
export function checkCasts(sources: Source[]): Finding[] {
  return sources
    .filter(({ path }) => !path.startsWith('tests/') && !/\.test\.tsx?$/.test(path))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n');
      return lines.flatMap((line, at) =>
        cast.test(line) && !reason.test(lines[at - 1] ?? '')
          ? [`${path}:${at + 1}: a cast to unknown or never needs a reason above it: // cast: why`]
          : [],
      );
    });
}
