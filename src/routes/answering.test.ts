import { expect, it } from 'vitest';
import { answering } from './answering.ts';

it('a call that got no answer says why, whatever the page', async () => {
  const request = new Request('http://site/projetos', {
    method: 'POST',
    body: new URLSearchParams({ intent: 'note' }),
  });
  const send = answering({ note: 'A nota não foi salva' });
  const answer = await send({
    request,
    serverAction: () => Promise.reject(new TypeError('Failed to fetch')),
  });
  expect(answer).toMatchObject({
    ok: false,
    isLost: true,
    title: 'A nota não foi salva',
    description: 'O site não respondeu.',
  });
});
