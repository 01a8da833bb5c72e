import type { Finding } from './boundaries.ts';
import type { Source } from './sources.ts';

/** A text that is trimmed is one that somebody types. */
const byHand = /\bz\s*\.string\([^()]*\)\s*\.trim\(/g;

/** Typed text that does not become NFC at the door: the same words would not be the same bytes. */
export function checkTypedText(sources: Source[]): Finding[] {
  return sources
    .filter(
      ({ path }) => /^src\/(features|routes|platform\/definition)/.test(path) && !/\.test\.tsx?$/.test(path),
    )
    .flatMap(({ path, text }) =>
      [...text.matchAll(byHand)].map(
        ({ index }) =>
          `${path}:${text.slice(0, index).split('\n').length}: z.string().trim() without typedLine() or typedText() (src/platform/typed-text.ts)`,
      ),
    );
}
