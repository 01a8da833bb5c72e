import { expect, it } from 'vitest';
import { filesIn } from './saving.ts';

it.each([
  [0, 0],
  [99, 0],
  [100, 1],
  [299, 1],
  [300, 2],
  [599, 2],
  [600, 3],
  [10_000, 3],
])('DWN-05: %i bytes of a ZIP are %i whole files', (received, files) => {
  expect(filesIn([100, 200, 300], received)).toBe(files);
});
