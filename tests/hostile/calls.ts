import { gzipSync } from 'node:zlib';
import { type HostileCase, hostile, repeated, values } from './case.ts';

const type = 'application/json';

/** Field names of our calls. */
const fields = [
  'email',
  'password',
  'newPassword',
  'token',
  'price_id',
  'package_id',
  'packageId',
  'whatsapp',
  'fileId',
  'googleDriveUrl',
];

const bodies: readonly (readonly [string, string | Uint8Array])[] = [
  ['deep lists', repeated('[', 60_000)],
  ['deep lists that end', `${repeated('[', 30_000)}${repeated(']', 30_000)}`],
  ['deep objects', `${repeated('{"a":', 50_000)}1${repeated('}', 10_000)}`],
  ['deep objects in a field', `{"email":${repeated('{"a":', 40_000)}1${repeated('}', 8000)}}`],
  ['many entries', `{"email":[${repeated('1,', 60_000)}1]}`],
  ['many names', `{${Array.from({ length: 6000 }, (_, at) => `"n${at}":1`).join()}}`],
  [
    'many numbers as names',
    `{${Array.from({ length: 4000 }, (_, at) => `"${4_294_967_294 - at}":1`).join()}}`,
  ],
  ['one name many times', `{${repeated('"email":"a",', 60_000)}"email":"b"}`],
  ['a long name', `{"${repeated('a', 60_000)}":1}`],
  ['a prototype', '{"__proto__":{"role":"admin"},"email":"a@b.br"}'],
  ['a prototype in disguise', '{"\\u005f\\u005fproto__":{"role":"admin"}}'],
  ['a constructor', '{"constructor":{"prototype":{"role":"admin"}}}'],
  ['a list', '[{"email":"a@b.br"}]'],
  ['null', 'null'],
  ['a text', '"email"'],
  ['a number', '1e999'],
  ['60,000 digits', repeated('9', 60_000)],
  ['a number without end', `{"email":1${repeated('0', 60_000)}}`],
  ['no end', `{"email":"${repeated('a', 60_000)}`],
  ['backslashes', repeated('\\', 60_000)],
  ['quotes', repeated('"', 60_000)],
  ['blanks', repeated(' ', 60_000)],
  ['a comma too much', '{"email":"a@b.br",}'],
  ['a comment', '/**/{"email":"a@b.br"}'],
  ['no number', '{"email":NaN}'],
  ['half an emoji', '{"email":"\\ud83d","password":"\\udc00"}'],
  ['NULs', '{"email":"a\\u0000b","password":"\\u0000"}'],
  ['bytes of no text', Buffer.alloc(60_000, 0xff)],
  ['another encoding', Buffer.from('\ufeff{"email":"a@b.br"}', 'utf16le')],
  ['70 KB', `{"email":"${repeated('a', 70_000)}"}`],
  ['two megabytes', `{"email":"${repeated('a', 2 * 1024 * 1024)}"}`],
  ['a form', 'email=a%40b.br&password=segredo-1'],
];

/** Values of other types where a text is expected. */
const wrongTypes: readonly (readonly [string, string])[] = [
  ['null', 'null'],
  ['true', 'true'],
  ['zero', '0'],
  ['1e308', '1e308'],
  ['a list', '["a"]'],
  ['an operator', '{"$ne":null}'],
];

export function hostileCalls(): HostileCase[] {
  const event = '{"id":"evt_1","type":"invoice.paid","data":{"object":{"customer":"cus_1"}}}';
  return [
    ...bodies.map(([what, body]) => hostile(`JSON with ${what}`, type, body)),
    ...['', 'text/json', `${type}; charset=utf-16`, `${type};${repeated(' ', 5000)}x`].map((as) =>
      hostile(`JSON as ${as.slice(0, 40) || 'nothing'}`, as, '{"email":"a@b.br"}'),
    ),
    hostile('JSON packed', type, gzipSync(Buffer.alloc(20 * 1024 * 1024)), {
      headers: { 'Content-Encoding': 'gzip' },
    }),
    hostile('JSON in pieces of a byte', type, `{"email":"${repeated('a', 20_000)}"}`, { pieces: 1 }),
    hostile('JSON that breaks off', type, `{"email":"${repeated('a', 60_000)}"}`, { leaves: true }),
    ...['', 't=1', 't=1,v1=', `t=1,v1=${repeated('0', 8000)}`, repeated('v1=a,', 8000), 't=1e999,v1=é'].map(
      (signature) =>
        hostile(`an event signed ${signature.slice(0, 20) || 'with nothing'}`, type, event, {
          headers: { 'Stripe-Signature': Buffer.from(signature).toString('latin1') },
        }),
    ),
    ...fields.flatMap((field) => [
      ...wrongTypes.map(([what, value]) =>
        hostile(`JSON whose ${field} is ${what}`, type, `{"${field}":${value}}`),
      ),
      ...values
        .filter(([, value]) => value.length < 60_000)
        .map(([what, value]) =>
          hostile(`JSON whose ${field} is ${what}`, type, JSON.stringify({ [field]: value })),
        ),
    ]),
  ];
}
