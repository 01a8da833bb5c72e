import { afterEach, describe, expect, it, vi } from 'vitest';
import { sendRequest } from './request-call.ts';

const order = { packageId: 'p', packageTitle: 'Pacote', radioName: 'Rádio', whatsapp: '11999990000' };
const answer = (status: number, body: unknown) => async () => Response.json(body, { status });
const error = (code: string, message = 'Texto do servidor.') => ({ error: { code, message } });
const lost = 'Não foi possível enviar a solicitação. Tente novamente.';

afterEach(() => vi.unstubAllGlobals());

describe('what is said when a request for a recording is refused', () => {
  it.each([
    [
      'CRE-05: too few credits',
      answer(422, error('insufficient-credits')),
      'Créditos insuficientes',
      'Texto do servidor.',
    ],
    [
      'CRE-10: the deduction failed',
      answer(503, error('deduction-failed')),
      'Erro',
      'Não foi possível deduzir os créditos. Tente novamente.',
    ],
    ['CRE-10: the submission failed', answer(503, error('submission-failed')), 'Erro', lost],
    ['CRE-10: any other failure', answer(500, error('internal')), 'Erro', lost],
    ['a wrong field', answer(400, error('invalid')), 'Erro', 'Texto do servidor.'],
  ])('%s', async (_, fetch, title, description) => {
    vi.stubGlobal('fetch', fetch);
    expect(await sendRequest(order, 'chave')).toEqual({ ok: false, title, description });
  });

  it.each([
    ['an answer that is no JSON', async () => new Response('<html>', { status: 500 })],
    ['the call was aborted', () => Promise.reject(new TypeError('aborted'))],
  ])('CRE-10: %s: the page is told that no answer came', async (_, fetch) => {
    vi.stubGlobal('fetch', fetch);
    const outcome = { ok: false, title: 'Erro', description: lost, lost: true };
    expect(await sendRequest(order, 'chave')).toEqual(outcome);
  });

  it('CRE-08: the key goes with the request', async () => {
    const fetch = vi.fn(answer(201, {}));
    vi.stubGlobal('fetch', fetch);
    expect(await sendRequest(order, 'chave')).toEqual({ ok: true });
    const [, init] = fetch.mock.calls[0] as unknown as [string, RequestInit];
    expect(init.headers).toMatchObject({ 'Idempotency-Key': 'chave' });
  });
});
