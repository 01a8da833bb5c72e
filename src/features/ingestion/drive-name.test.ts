import { expect, it } from 'vitest';
import { readDriveName } from './drive-name.ts';

it.each([
  ['  Trilhas  ', 'Trilhas'],
  ['Natal\u0000\u0007 2026\n', 'Natal 2026'],
  ['abertura\u202e3pm.exe', 'abertura3pm.exe'],
  ['\u200fשלום\u200e.mp3', 'שלום.mp3'],
  ['👨‍👩‍👧 Família/amigos', '👨‍👩‍👧 Família/amigos'],
  ['   \u0000  ', ''],
  ['.escondido', '.escondido'],
  ['meia\ud83d', 'meia\ufffd'],
])('%j is read as %j', (given, read) => {
  expect(readDriveName(given)).toBe(read);
});

it('takes no more than a thousand characters, and no half one', () => {
  expect(readDriveName('é'.repeat(5000))).toHaveLength(1000);
  expect(readDriveName(`${'a'.repeat(999)}🎙️`).isWellFormed()).toBe(true);
});
