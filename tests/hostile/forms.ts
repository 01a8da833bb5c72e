import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type HostileCase, hostile, repeated, values } from './case.ts';

const plain = 'application/x-www-form-urlencoded';
const boundary = '----WebKitFormBoundary0123456789abcdef';
const multipart = `multipart/form-data; boundary=${boundary}`;
const megabyte = 1024 * 1024;

/** Field names of our forms. */
const fields = ['email', 'password', 'intent', 'next', 'token', 'displayName', 'requestId', 'note'];
const signIn = 'intent=sign-in&email=ninguem@exemplo.com.br&password=segredo-1';

const part = (name: string, value: string, head = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${value}\r\n`;
const parts = (...given: string[]) => `${given.join('')}--${boundary}--\r\n`;

/** Field names that form parsers interpret. */
const names: readonly (readonly [string, string])[] = [
  ['a long list', 'email[9999999]'],
  ['a list beyond all numbers', 'email[99999999999999999999]'],
  ['a list without end', 'email[]'],
  ['lists in lists', repeated('a[0]', 20_000)],
  ['5,000 objects in objects', repeated('a.', 10_000)],
  ['a prototype', '__proto__'],
  ['a prototype inside', 'email.__proto__.x'],
  ['a constructor', 'constructor.prototype.x'],
  ['nothing', ''],
  ['a NUL', '\0'],
  ['a megabyte', repeated('a', megabyte - 100)],
  ['signs', repeated('[', 50_000)],
  ['dots', repeated('.', 50_000)],
  ['broken brackets', 'a[b[c]d]e]'],
  ['an intent of the library', '__intent__'],
  ['an emoji', '😀'],
];

function shapes(): HostileCase[] {
  const list = (count: number) => Array.from({ length: count }, (_, at) => `email[${at}]=x`).join('&');
  const texts: [string, string | Uint8Array][] = [
    ['20,000 fields', repeated('a&', 40_000)],
    ['a megabyte of fields', repeated('a&', megabyte - 1)],
    ['a megabyte of nothing', repeated('&', megabyte - 1)],
    ['one field 10,000 times', repeated('email=a&', 80_000)],
    ['101 fields', repeated('email=a&', 808)],
    ['5,000 places of a list', list(5000)],
    ['twice the same', `${signIn}&email=x&password=y`],
    ['percents', repeated('%', megabyte - 1)],
    ['broken percents', `email=${repeated('%f', 90_000)}`],
    ['percents of no text', `email=${repeated('%ff', 90_000)}`],
    ['half an emoji', 'email=%ED%A0%80'],
    ['bytes of no text', Buffer.alloc(100_000, 0xff)],
    ['NULs', Buffer.alloc(100_000)],
    ['a megabyte and a bit', `email=${repeated('a', megabyte)}`],
    ['five megabytes', `email=${repeated('a', 5 * megabyte)}`],
    ['JSON', '{"email":"a@b.br"}'],
  ];
  return texts.map(([name, body]) => hostile(`form with ${name}`, plain, body));
}

function manyParts(): HostileCase[] {
  const one = part('email', 'x');
  const bodies: [string, string][] = [
    ['20,000 parts', parts(repeated(one, megabyte - 100))],
    ['parts after an end inside of a text', parts(part('a', `x--${boundary}--`), repeated(one, 900_000))],
    ['a head of a megabyte', parts(part('a', 'x', `\r\nX: ${repeated('y', 900_000)}`))],
    ['many headers', parts(part('a', 'x', repeated('\r\nX: y', 900_000)))],
    ['many parameters', parts(part('a', 'x', repeated('; b=c', 900_000)))],
    ['a file', parts(part('email', 'x', '; filename="a.txt"'))],
    ['a long name of a file', parts(part('file', 'x', `; filename="${repeated('a', 100_000)}"`))],
    ['a coded name of a file', parts(part('file', 'x', `; filename*=UTF-8''${repeated('%41', 90_000)}`))],
    ['no end', repeated(one, 1000)],
    ['no part', repeated('x', 100_000)],
    ['almost boundaries', part('a', repeated(`\r\n--${boundary.slice(0, -1)}`, 900_000))],
    ['lines', parts(part('a', repeated('\r\n', 900_000)))],
    ['lines before it', `${repeated('\r\n', 900_000)}${parts(one)}`],
    ['much after it', `${parts(one)}${repeated('x', 900_000)}`],
    ['bare lines', parts(one).replaceAll('\r\n', '\n')],
    ['no name', parts(`--${boundary}\r\nContent-Disposition: form-data\r\n\r\nx\r\n`)],
    ['no head', parts(`--${boundary}\r\n\r\nx\r\n`)],
  ];
  return bodies.map(([name, body]) => hostile(`parts with ${name}`, multipart, body));
}

function envelopes(): HostileCase[] {
  const types = [
    '',
    'text/plain',
    `${plain}; charset=utf-16`,
    `${plain}; ${repeated('a=b; ', 5000)}`,
    `${plain.toUpperCase()};`,
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${repeated('b', 5000)}`,
    'multipart/form-data; boundary="\\""; boundary=x',
    'multipart/mixed; boundary=x',
    'application/x-www-form-urlencoded, application/json',
    'application/xml',
    '*/*',
    repeated(';', 5000),
  ];
  const coded = (encoding: string, body: Uint8Array) =>
    hostile(`form packed with ${encoding}`, plain, body, { headers: { 'Content-Encoding': encoding } });
  return [
    ...types.map((type) => hostile(`form as ${type.slice(0, 50) || 'nothing'}`, type, signIn)),
    coded('gzip', gzipSync(Buffer.alloc(20 * megabyte))),
    coded('br', brotliCompressSync(Buffer.alloc(20 * megabyte))),
    coded('gzip, gzip', Buffer.from(signIn)),
    coded('identity', Buffer.from(signIn)),
    hostile('form in pieces of a byte', plain, `email=${repeated('a', 20_000)}`, { pieces: 1 }),
    hostile('form in pieces', plain, `email=${repeated('a', 500_000)}`, { pieces: 16_000 }),
    hostile('form in pieces, too long', plain, repeated('a', 3 * megabyte), { pieces: 64_000 }),
    hostile('form that breaks off', plain, `email=${repeated('a', 500_000)}`, { leaves: true }),
    hostile('parts that break off', multipart, parts(part('email', repeated('a', 500_000))), {
      leaves: true,
    }),
    hostile('nothing at all', '', ''),
    hostile('nothing as a form', plain, ''),
    hostile('a form that waits', plain, signIn, { headers: { Expect: '100-continue' } }),
    hostile('a form with strange headers', plain, signIn, {
      headers: {
        'Stripe-Signature': repeated('t=1,v1=', 5000),
        'X-File-Name': '%E0%A4%A',
        Range: 'bytes=0-',
      },
    }),
  ];
}

/** Forms in both encodings and in none. */
export function hostileForms(): HostileCase[] {
  const filled = fields.flatMap((field) =>
    values.map(([what, value]) =>
      hostile(
        `form whose ${field} is ${what}`,
        plain,
        new URLSearchParams({ intent: 'sign-in', [field]: value }).toString(),
      ),
    ),
  );
  const called = names.flatMap(([what, name]) => [
    hostile(`form with a field called ${what}`, plain, `${encodeURIComponent(name)}=x`),
    hostile(`parts with a field called ${what}`, multipart, parts(part(name, 'x'))),
  ]);
  return [...shapes(), ...manyParts(), ...envelopes(), ...called, ...filled];
}
