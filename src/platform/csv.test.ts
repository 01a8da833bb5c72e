import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

const line = (...cells: (string | number)[]) => toCsv([cells]).slice(1);

it('begins with the mark of UTF-8 and ends every line with CR LF', () => {
  expect(toCsv([['Mês', 'Ação'], ['nov']])).toBe('\ufeffMês;Ação\r\nnov\r\n');
  expect(Buffer.from(toCsv([['a']])).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
});

it('writes numbers with a comma, also below zero', () => {
  expect(line(29.9, 0, -114, 1234567.5)).toBe('29,9;0;-114;1234567,5\r\n');
});

it.each([
  ['=1+1', "'=1+1"],
  ['+55 11', "'+55 11"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', '"\'\tx"'],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("http://x";"y")', '"\'=HYPERLINK(""http://x"";""y"")"'],
  ['a;b', '"a;b"'],
  ['diz "oi"', '"diz ""oi"""'],
  ['duas\nlinhas', '"duas\nlinhas"'],
  ['a=1', 'a=1'],
])('REQ-08: the text %j becomes %j', (cell, written) => {
  expect(line(cell)).toBe(`${written}\r\n`);
});
