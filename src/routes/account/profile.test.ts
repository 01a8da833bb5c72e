import { describe, expect, it } from 'vitest';
import { testAccounts } from '#tests/accounts.ts';
import { type Handler, runOn } from '#tests/run-route.ts';
import { action } from './profile.tsx';

const site = await testAccounts();
const run = runOn(site);

describe('a change of e-mail on /profile', () => {
  it('PRO-05, A-107: somebody’s address is answered like any other, and its owner is told', async () => {
    const visitor = await site.signedIn('quer-trocar@radio.com');
    await site.confirmed('de-alguem@radio.com');
    const change = (email: string) =>
      run(action as Handler, visitor, '/profile', { intent: 'email', email, currentPassword: 'segredo-1' });
    const [free, taken] = [await change('livre@radio.com'), await change('de-alguem@radio.com')];
    const text = JSON.stringify(taken).replace('de-alguem@radio.com', 'livre@radio.com');
    expect(JSON.parse(text)).toEqual(free);
    expect(free).toMatchObject({ status: 200, data: { ok: true, title: 'Confirme o novo e-mail' } });
    expect((await site.mailsTo('de-alguem@radio.com'))[0]!.subject).toContain('já tem uma conta');
  });

  it.each([
    ['a wrong password', 'livre@radio.com', 'errada-1'],
    ['the own address', 'recusada@radio.com', 'segredo-1'],
    ['a malformed address', 'sem-arroba', 'segredo-1'],
  ])('PRO-05, A-107: %s is refused with Erro ao atualizar email', async (_why, email, currentPassword) => {
    const visitor = await site.signedIn('recusada@radio.com');
    const answer = await run(action as Handler, visitor, '/profile', {
      intent: 'email',
      email,
      currentPassword,
    });
    expect(answer).toMatchObject({ status: 422, data: { ok: false, title: 'Erro ao atualizar email' } });
  });
});

it('PRO-08, A-107: a wrong current password is the whole title, and nothing changes', async () => {
  const visitor = await site.signedIn('troca-senha@radio.com');
  const answer = await run(action as Handler, visitor, '/profile', {
    intent: 'password',
    currentPassword: 'errada-1',
    newPassword: 'nova-123',
    confirmPassword: 'nova-123',
  });
  expect(answer).toMatchObject({ status: 422, data: { ok: false, title: 'Senha atual incorreta' } });
  const enter = { email: 'troca-senha@radio.com', password: 'segredo-1' };
  expect((await site.post(visitor, '/sign-in/email', enter)).status).toBe(200);
});
