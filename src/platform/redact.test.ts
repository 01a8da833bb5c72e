import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { messageOf, withoutSecrets } from './redact.ts';

it.each([
  [
    'Failed query: select * from users where email = $1\nparams: maria@exemplo.com.br,+55 11 99999-0000',
    'Failed query: select * from users where email = $1',
  ],
  ['invalid input syntax for type uuid: "Rua das Flores, 12"', 'invalid input syntax for type uuid: "…"'],
  ['value "300" is out of range for type smallint', 'value "…" is out of range for type smallint'],
  ['time zone "Rua das Flores" not recognized', 'time zone "…" not recognized'],
  ['Failing row contains (1, Maria da Silva, Rua das Flores).', 'Failing row contains (…)'],
  [
    'Key (a, b)=(Maria (mãe), 2) conflicts with existing key (a, b)=(Ana, 3).',
    'Key (a, b)=(…) conflicts with existing key (a, b)=(…)',
  ],
  [
    `Unexpected token 'M', ..."nome": Maria "... is not valid JSON`,
    `Unexpected token 'M', ..."…"... is not valid JSON`,
  ],
  ['GET /customers?email=maria%40exemplo.com.br failed', 'GET /customers?email=[e-mail] failed'],
  ['Key (email)=(maria (rádio)@exemplo.com.br) already exists.', 'Key (email)=(…) already exists.'],
  [
    "Can't send mail - all recipients were rejected: 550 5.1.1 <maria@rádio.com.br>: unknown",
    "Can't send mail - all recipients were rejected: 550 5.1.1 <[e-mail]>: unknown",
  ],
  ['Stripe: Invalid email address: maria@exemplo', 'Stripe: Invalid email address: [e-mail]'],
  ['WhatsApp (11) 99999-0000 and 5511999990000', 'WhatsApp [número] and [número]'],
  ['CNPJ 11.222.333/0001-81, CPF 123.456.789-09', 'CNPJ [número], CPF [número]'],
  [
    'mail server: ETIMEDOUT 421 of 127.0.0.1:2525 at 2026-12-31 22:30:05',
    'mail server: ETIMEDOUT 421 of 127.0.0.1:2525 at 2026-12-31 22:30:05',
  ],
  [
    'customer cus_9s6XKzkNRiz8i3 changes faster than it can be settled',
    'customer cus_9s6XKzkNRiz8i3 changes faster than it can be settled',
  ],
])('F09: %s', (message, said) => {
  expect(messageOf(new Error(message))).toBe(said);
  expect(messageOf(message)).toBe(said);
});

it('F09: of refused input the paths, not what was sent', () => {
  const input = { to: 'maria', 'maria@exemplo.com.br': 1 };
  const { error } = z.strictObject({ to: z.literal('rádio') }).safeParse(input);
  expect(messageOf(error)).toBe('to: invalid_value, : unrecognized_keys');
});

it('F09: the audit has no secrets, at any depth', () => {
  const at = new Date();
  expect(withoutSecrets({ title: 'a', at, more: [{ password: 'b', token: 'c' }], none: null })).toEqual({
    title: 'a',
    at,
    more: [{ password: '[removido]', token: '[removido]' }],
    none: null,
  });
});

it('F09: no other file makes a text of an unknown error', () => {
  const own = /instanceof Error \? (?:\w+\.message|`[^`]*\$\{\w+\.message\})/;
  const paths = globSync(['src/**/*.{ts,tsx}', 'server/**/*.ts']).filter(
    (path) => !/\.test\.|redact\.ts$/.test(path) && own.test(readFileSync(path, 'utf8')),
  );
  expect(paths).toEqual([]);
});
