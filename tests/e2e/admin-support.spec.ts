import { demoAccounts, expect, test } from './fixtures.ts';
import { inspect, open } from './inspect.ts';
import { enter, newPerson, notices } from './people.ts';

test('A-134: who cannot get in is found by e-mail, and let in again', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  watch.allow(/401|429/);
  const station = await browser.newPage({ baseURL, reducedMotion: 'reduce' });
  const { email } = await newPerson(station);
  const wrong = { email, password: 'errada-mesmo' };
  for (let i = 0; i < 11; i++) await station.request.post('/api/auth/sign-in/email', { data: wrong });
  await enter(page, demoAccounts.admin);
  await open(page, `/admin/manage-users?q=${email}`);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByText(/^Bloqueado até .* após 10 senhas erradas\.$/)).toBeVisible();
  const rail = page.getByRole('navigation', { name: 'Administração' });
  await expect(rail.locator('[aria-current=page]')).toHaveText('Usuários');
  await page.getByRole('button', { name: 'Desbloquear a conta' }).click();
  await expect(notices(page)).toContainText('Conta desbloqueada');
  await expect(page.getByText(/não tem assinatura/)).toBeVisible();
  await page.getByRole('button', { name: /^Encerrar Chrome/ }).click();
  await expect(page.getByText('Nenhum aparelho conectado.')).toBeVisible();
  await inspect(page, 'an account');
  await open(station, '/profile');
  await expect(station).toHaveURL(/\/auth/);
  await station.close();
});
