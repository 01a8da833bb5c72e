import { describe, expect, it } from 'vitest';
import { fileIn, parseForm, parseJson } from './shape.server.ts';

const plain = 'application/x-www-form-urlencoded';
const boundary = '----WebKitFormBoundary0123456789abcdef';
const multipart = `multipart/form-data; boundary=${boundary}`;
const part = (name: string, value: string, head = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${value}\r\n`;
const parts = (...given: string[]) => `${given.join('')}--${boundary}--\r\n`;

const read = async (body: string | Uint8Array, type = plain) => [
  ...parseForm(Buffer.from(body as string), type),
];
const million = (text: string) => text.repeat(Math.ceil(1_000_000 / text.length));

/** Milliseconds for a megabyte on a busy machine; non-linear parsing takes seconds. */
const quickly = 1_500;
async function refusedQuickly(run: () => unknown): Promise<void> {
  const began = performance.now();
  await expect((async () => run())()).rejects.toMatchObject({ kind: 'invalid', message: /\p{Lu}/u });
  expect(performance.now() - began).toBeLessThan(quickly);
}

describe('a form', () => {
  it('is read from both of its encodings', async () => {
    const fields = [
      ['email', 'ana@rádio.com.br'],
      ['senha_2', 'a&b=c%'],
    ];
    expect(await read(new URLSearchParams(fields).toString(), `${plain}; charset=UTF-8`)).toEqual(fields);
    expect(await read(parts(...fields.map(([name, value]) => part(name!, value!))), multipart)).toEqual(
      fields,
    );
    expect(await read('')).toEqual([]);
    expect(await read('a=1&a=2')).toEqual([
      ['a', '1'],
      ['a', '2'],
    ]);
  });

  it('has a file only where one is expected', async () => {
    const body = parts(part('file', 'PNG', '; filename="a.png"'));
    await expect(read(body, multipart)).rejects.toMatchObject({ kind: 'invalid' });
    expect(fileIn(Buffer.from(body), multipart)).toEqual(Buffer.from('PNG'));
    expect(fileIn(Buffer.from(parts(part('file', 'PNG'))), multipart)).toBeNull();
  });

  it.each([
    'email[9999999]',
    'email[]',
    'a.b',
    million('a.'),
    million('a'),
    '',
    '__proto__',
    'constructor',
    '__intent__',
    'é',
    'a\0',
  ])('is refused for a field called %.30j', async (name) => {
    await refusedQuickly(() => read(`${encodeURIComponent(name)}=x`));
    await refusedQuickly(() => read(parts(part(name, 'x')), multipart));
  });

  it.each([
    ['many fields', million('a&')],
    ['many empty fields', million('&')],
    ['one field too many', 'a=1&'.repeat(101)],
    ['bytes that are no text', Buffer.alloc(1_000_000, 0xff)],
    ['a name with a space', '%20email=x'],
    ['a NUL', 'a=%00'],
    ['half an emoji, as it cannot be sent', Buffer.from([0x61, 0x3d, 0xed, 0xa0, 0xbd])],
  ])('is refused with %s', async (_, body) => refusedQuickly(() => read(body)));

  it.each([
    ['many parts', parts(million(part('a', 'x')))],
    [
      'many parts after an end inside of a text',
      parts(part('a', `x--${boundary}--`), million(part('a', 'x'))),
    ],
    ['parts with long heads', parts(part('a', 'x', `\r\nX: ${million('y')}`))],
    ['parts with many headers', parts(part('a', 'x', million('\r\nX: y')))],
    ['many parameters', parts(part('a', 'x', million('; b=c')))],
    ['no end', part('a', million('x'))],
    ['no part', million('x')],
    ['almost boundaries', part('a', million(`\r\n--${boundary.slice(0, -1)}`))],
    ['a NUL', parts(part('a', '\0'))],
  ])('of parts is refused with %s', async (_, body) => refusedQuickly(() => read(body, multipart)));

  it.each(['multipart/form-data; boundary=', `multipart/form-data; boundary=${'b'.repeat(5000)}`])(
    'of parts is refused without a boundary to speak of: %.40s',
    async (type) => refusedQuickly(() => read(parts(part('a', 'x')), type)),
  );

  it.each(['', 'text/plain', 'application/json', 'multipart/mixed; boundary=x', 'multipart/form-data'])(
    'is none as %j',
    async (type) => expect(read('a=1', type)).rejects.toMatchObject({ kind: 'unsupported' }),
  );
});

describe('JSON', () => {
  it('is read with whatever a text may say', () => {
    const value = { texto: '{"[,\\" \n é 😀', lista: [1, [true, null]], '': 'x' };
    expect(parseJson(Buffer.from(JSON.stringify(value)))).toEqual(value);
    expect(parseJson(Buffer.from(`\ufeff${JSON.stringify(value)}`))).toEqual(value);
    expect(parseJson(Buffer.from(''))).toEqual({});
  });

  it.each([
    ['deep lists', million('[')],
    ['lists that are one level too deep', `${'['.repeat(17)}1${']'.repeat(17)}`],
    ['deep lists that end', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
    ['deep objects', million('{"a":')],
    ['many entries', `[${million('1,')}1]`],
    ['many names', `{${Array.from({ length: 80_000 }, (_, at) => `"${at}":1`).join()}}`],
    ['a text without end', `{"a":"${million('x')}`],
    ['quotes without end', million('"\\')],
    ['no JSON', million('x')],
    ['one byte', 'x'],
    ['__proto__', '{"a":{"__proto__":{"b":1}}}'],
    ['__proto__ in disguise', '{"\\u005f_proto__":{"b":1}}'],
    ['constructor', '{"constructor":1}'],
    ['a NUL', '{"a":"\\u0000"}'],
    ['half an emoji', '{"a":["\\ud83d"]}'],
    ['bytes that are no text', Buffer.from([0x22, 0xff, 0x22])],
  ])('is refused with %s', async (_, body) => refusedQuickly(() => parseJson(Buffer.from(body as string))));
});
