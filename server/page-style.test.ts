import { expect, it } from 'vitest';
import { openPageStyles } from './page-style.ts';

const css = [
  '@layer base,utilities;',
  '@font-face{font-family:"A"}',
  'body,::selection{margin:0}',
  '[data-theme=light] a{color:red}',
  '.here,.away{color:red}',
  '.here:hover .away{color:red}',
  '.here:not(.away){color:red}',
  '.here:is(.away .far,:not(:has(.far))){color:red}',
  '.sm\\:grid-cols-\\[1fr_auto\\]:hover{color:red}',
  '.w-1\\/2{width:50%}',
  '.\\[\\&_svg\\]\\:size-4 svg{color:red}',
  '.\\31 st{color:red}',
  '@media (width>=40rem){.away{color:red}}',
  '@media (width>=40rem){.away{color:red}.here{color:blue}}',
  '@keyframes turn{to{rotate:1turn}}',
].join('\n');

const styleOf = openPageStyles((address) => (address === '/a.css' ? css : null));

it('keeps the rules that ask for no class which the page has not', () => {
  const html = '<p class="here sm:grid-cols-[1fr_auto]"><b class="[&amp;_svg]:size-4 1st"></b></p>';
  expect(styleOf('/a.css', html)?.split('\n')).toEqual([
    '@layer base,utilities;',
    '@font-face{font-family:"A"}',
    'body,::selection{margin:0}',
    '[data-theme=light] a{color:red}',
    '.here{color:red}',
    '.here:not(.away){color:red}',
    '.here:is(.away .far,:not(:has(.far))){color:red}',
    '.sm\\:grid-cols-\\[1fr_auto\\]:hover{color:red}',
    '.\\[\\&_svg\\]\\:size-4 svg{color:red}',
    '.\\31 st{color:red}',
    '@media (width>=40rem){.here{color:blue}}',
    '@keyframes turn{to{rotate:1turn}}',
  ]);
  expect(styleOf('/a.css', '<p class="w-1/2">')).toContain('.w-1\\/2{width:50%}');
});

it('cuts nothing out of a sheet that is not there', () => {
  expect(styleOf('/b.css', '<p class="here">')).toBeNull();
});
