import { expect, it } from 'vitest';
import { cutText, firstLetter } from './letters.ts';

const family = '👨‍👩‍👧‍👦';
const accented = 'ã'.normalize('NFD');

it.each([
  ['Rádio', 5, 'Rádio'],
  ['Rádio', 3, 'Rád'],
  [`Rádio ${family}`, 6, 'Rádio '],
  [`Rádio ${family}`, 8, 'Rádio '],
  [`Rádio ${family} FM`, 6 + family.length, `Rádio ${family}`],
  [`S${accented}o`, 2, 'S'],
  [`S${accented}o`, 3, `S${accented}`],
  ['🇧🇷🇧🇷', 6, '🇧🇷'],
  ['👍🏽!', 3, '👍\ufffd'],
  ['', 3, ''],
])('%j in %i units is %j', (text, longest, cut) => {
  expect(cutText(text, longest)).toBe(cut);
});

it.each([
  [`${family}Silva`, family],
  ['👍🏽 ok', '👍🏽'],
  [`${accented}`, accented],
  ['Rádio', 'R'],
  ['', ''],
])('the first letter of %j is %j', (text, letter) => {
  expect(firstLetter(text)).toBe(letter);
});
