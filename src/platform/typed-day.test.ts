import { expect, it } from 'vitest';
import { readDay, typedDay } from './typed-day.ts';

it.each([
  ['2026-06-30', '2026-06-30'],
  ['30/06/2026', '2026-06-30'],
  [' 1/7/2026 ', '2026-07-01'],
  ['1-7-26', '2026-07-01'],
  ['01.07.2026', '2026-07-01'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2026', null],
  ['06/30/2026', null],
  ['30/06', null],
  ['amanhã', null],
])('S07: the day %j is read as %s, also in browsers without a calendar', (typed, day) => {
  expect(readDay(typed)).toBe(day);
});

it('S07: a blank day is blank, and a wrong one is refused in words', () => {
  expect(typedDay.parse(' ')).toBe('');
  expect(typedDay.safeParse('30/06').error?.issues[0]?.message).toBe('Data inválida. Exemplo: 30/06/2026.');
});
