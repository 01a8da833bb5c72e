import { expect, it } from 'vitest';
import { suggestionTexts, toldOf } from './suggestion-list.tsx';

it.each([
  [{ isLate: true, hasFailed: false }, 0, null],
  [{ isLate: false, hasFailed: false }, 0, 'Nenhuma sugestão.'],
  [{ isLate: false, hasFailed: false }, 1, '1 sugestão.'],
  [{ isLate: false, hasFailed: false }, 7, '7 sugestões.'],
  // Not that there is none: nobody knows. What stands below the field is what is heard.
  [{ isLate: false, hasFailed: true }, 0, suggestionTexts.failed],
  [{ isLate: false, hasFailed: true }, 2, '2 sugestões.'],
])('of %j with %i suggestions is heard: %s', (found, amount, told) => {
  expect(toldOf(found, amount)).toBe(told);
});
