import { afterEach, expect, it, vi } from 'vitest';
import { causeOf, causeOfError } from './failed-call.ts';

afterEach(() => vi.unstubAllGlobals());

it("'Sem conexão' is only said when the browser has none", () => {
  expect(causeOf(0)).toBe('O site não respondeu.');
  vi.stubGlobal('navigator', { onLine: false });
  expect(causeOf(0)).toBe('Sem conexão com a internet.');
  for (const status of [400, 403, 408, 413, 429, 500, 502, 503, 504])
    expect(causeOf(status)).toMatch(new RegExp(`^(?!Sem conexão).+\\(erro ${status}\\)\\.$`));
});

it.each([
  [{ status: 413, data: '<html>413</html>' }, causeOf(413)],
  [{ status: 409, data: { message: 'A lista mudou.' } }, 'A lista mudou.'],
  [new TypeError('Failed to fetch'), 'O site não respondeu.'],
  [new Error('Unable to decode turbo-stream response'), 'Ocorreu um erro inesperado.'],
  [undefined, 'Ocorreu um erro inesperado.'],
])('%s is %s', (error, cause) => {
  expect(causeOfError(error)).toBe(cause);
});
