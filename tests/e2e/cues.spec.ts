import { expect, test } from './fixtures.ts';
import { newPerson } from './people.ts';
import { bar, openPackage, rhythms, sound, sounding } from './playing.ts';

test('A-133: cue points are moved by key, kept for oneself, used by the desk, and taken back', async ({
  page,
}) => {
  await newPerson(page, { plan: true });
  await openPackage(page, rhythms);
  const entry = page.getByRole('slider', { name: 'Entrada' });
  const edit = async () => {
    await bar(page).getByRole('button', { name: 'Pontos de entrada e saída' }).click();
    await expect(entry).toBeVisible();
  };
  await expect(bar(page)).toContainText('Som de 0:00,000 a 0:46,225');
  await edit();
  await entry.focus();
  for (let press = 0; press < 15; press++) await entry.press('Shift+ArrowRight');
  await entry.press('ArrowRight');
  await expect(entry).toHaveAttribute('aria-valuetext', '1,51 segundos');
  const end = page.getByRole('slider', { name: 'Saída' });
  await end.press('Home');
  await expect(end, 'the points before it hold it').toHaveAttribute('aria-valuetext', '1,51 segundos');
  await end.press('End');
  await expect(end).toHaveAttribute('aria-valuetext', '54,364 segundos');
  await page.keyboard.press('Escape');
  await edit();
  await expect(entry, 'closing loses nothing').toHaveAttribute('aria-valuetext', '1,51 segundos');
  await page.getByRole('button', { name: 'Salvar pontos' }).click();
  await expect(page.getByText('Pontos salvos')).toBeVisible();
  await expect(bar(page)).toContainText('Som de 0:01,510 a 0:54,364');

  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(bar(other)).toContainText('Som de 0:01,510 a 0:54,364');
  await other.getByRole('button', { name: 'Pontos de entrada e saída' }).click();
  await other.getByRole('button', { name: 'Voltar à estimativa' }).click();
  await other.getByRole('button', { name: 'Salvar pontos' }).click();
  await expect(bar(other)).toContainText('Som de 0:00,000 a 0:46,225');
  await other.getByRole('button', { name: 'Desfazer' }).click();
  await expect(bar(other)).toContainText('Som de 0:01,510 a 0:54,364');
  await other.close();

  await page.reload();
  await expect(page.getByText('Pontos trocados em outra aba')).toBeVisible();
  await expect(bar(page)).toContainText('Som de 0:01,510 a 0:54,364');
  await page.keyboard.press('m');
  await expect(page.locator('[data-desk] [data-cues]').first()).toBeVisible();
  await page.keyboard.press('Space');
  await sounding(page);
  expect((await sound(page)).time).toBeGreaterThan(1.5);
  await page.keyboard.press('i');
  await expect(page.getByText('Nenhum fim de introdução nesta faixa')).toBeVisible();
});
