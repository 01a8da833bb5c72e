import { expect, it } from 'vitest';
import { accountMails, type Letter } from './table.ts';
import { withoutAddresses } from './without-addresses.ts';

const site = { name: 'Sonoteca', url: 'https://sonoteca.test' };
const to = 'ouvinte@radio.com';
const url = 'https://sonoteca.test/email-confirmed?token=abc.def';

const render = (letter: Letter) =>
  accountMails[letter.kind].render({ email: letter.to, name: '' }, letter, site);

const letters: [Letter, subject: string, says: string, leadsTo: string][] = [
  [{ kind: 'confirm-email', to, url }, 'Confirme seu e-mail', '24 horas', url],
  [{ kind: 'recover-password', to, url }, 'Crie uma nova senha', '60 minutos', url],
  [
    { kind: 'already-registered', to },
    'Este e-mail já tem uma conta',
    'já tem uma conta',
    `${site.url}/auth`,
  ],
  [{ kind: 'confirm-new-email', to, url }, 'Confirme seu novo e-mail', 'depois da confirmação', url],
  [
    { kind: 'email-change-asked', to, newEmail: 'novo@radio.com' },
    'Pedido de troca de e-mail',
    'novo@radio.com',
    `${site.url}/auth/recuperar`,
  ],
  [
    { kind: 'email-changed', to, newEmail: 'novo@radio.com' },
    'O e-mail da sua conta foi trocado',
    'novo@radio.com',
    site.url,
  ],
  [
    { kind: 'password-changed', to, at: '2026-11-21T12:00:00.000Z' },
    'Sua senha foi alterada',
    '21/11/2026 09:00',
    `${site.url}/auth/recuperar`,
  ],
  [
    { kind: 'new-device', to, device: 'Safari no iPhone', at: '2026-11-21T12:00:00.000Z' },
    'Novo acesso à sua conta',
    'Safari no iPhone',
    `${site.url}/auth/recuperar`,
  ],
  [
    {
      kind: 'backup-failed',
      to,
      title: 'O backup falhou',
      reason: 'O disco está cheio.',
      at: '2026-11-21T12:00:00.000Z',
    },
    'O backup falhou',
    'O disco está cheio.',
    `${site.url}/admin/saude`,
  ],
  [
    { kind: 'account-deleted', to, name: 'Rádio São João' },
    'Sua conta foi excluída',
    'Até mais, Rádio São João.',
    `${site.url}/privacidade`,
  ],
];

it.each(letters)('writes $kind in both forms', async (letter, subject, says, leadsTo) => {
  const mail = await render(letter);
  expect(mail).toMatchObject({ to, subject: `${subject} · Sonoteca` });
  for (const form of [mail.html, mail.text]) {
    expect(form).toContain(says);
    expect(form).toContain(leadsTo);
  }
  expect(mail.html).toContain('lang="pt-BR"');
  expect(mail.html).not.toMatch(/<img|<script|https?:\/\/(?!sonoteca\.test|www\.w3\.org)/);
  expect(mail.text).not.toMatch(/<\w/);
});

it('SEC-08: shows an address as text, whatever it holds', async () => {
  const newEmail = '"<img/src=x onerror=alert(1)>"@radio.com';
  const { html } = await render({ kind: 'email-changed', to, newEmail });
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img');
});

it('what a stranger wrote is text in a mail, never a link', async () => {
  const name = 'visite http://evil.example/a, www.evil.example ou a@evil.example';
  const { html, text } = await accountMails['account-deleted'].render({ email: to, name }, { name }, site);
  for (const written of [html, text]) {
    expect(written).toContain('visite evil·example/a, www·evil·example ou a@evil·example');
    expect(written).not.toContain('evil.example');
  }
  const station = 'Rádio 98.5 FM, S.A. e 10.000 ouvintes. Boa tarde';
  expect(withoutAddresses(station)).toBe(station);
});
