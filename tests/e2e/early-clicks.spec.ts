import { demoAccounts, expect, test } from './fixtures.ts';
import { holdBack } from './holding.ts';
import { open } from './inspect.ts';
import { enter } from './people.ts';
import { mini, rhythms, sounding } from './playing.ts';

test.beforeEach(async ({ page }) => {
  await enter(page, demoAccounts.subscriber);
});

test('CAT-20, PLY-01: clicks before the scripts of the page have come play once they are there', async ({
  page,
}) => {
  const letCome = await holdBack(page, '**/assets/entry.client-*.js');
  await page.goto(`/category/${rhythms.slug}`, { waitUntil: 'commit' });
  const play = page.getByRole('main').getByRole('button', { name: `Tocar ${rhythms.title}` });
  await play.click();
  await play.click();
  await expect(play).toHaveAttribute('aria-busy', 'true');
  letCome();
  await sounding(page);
  await expect(mini(page).getByRole('button', { name: 'Pausar' })).toBeVisible();
});

test('CAT-23: a card leads to its package also when the script of that page is gone after a release', async ({
  page,
  watch,
}) => {
  watch.allow(/404|Error loading route module|dynamically imported module/);
  await open(page, `/category/${rhythms.slug}`);
  let isGone = true;
  await page.route('**/assets/package-*.js', (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  // The document names the scripts of the new release.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  await page.getByRole('main').getByRole('link', { name: rhythms.title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: rhythms.title })).toBeVisible();
});

test('PLY-16: keys pressed before the player has come are answered once it is there', async ({ page }) => {
  const letCome = await holdBack(page, '**/assets/entry.client-*.js');
  await page.goto('/search', { waitUntil: 'commit' });
  const box = page.getByRole('main').getByRole('combobox', { name: 'Buscar pacotes' });
  await expect(box).toBeVisible();
  await page.keyboard.press('/');
  letCome();
  await expect(box).toBeFocused();
});

test('a filter chosen before the scripts of the page have come counts', async ({ page }) => {
  await enter(page, demoAccounts.admin);
  const letCome = await holdBack(page, '**/assets/entry.client-*.js');
  await page.goto('/admin/manage-packages', { waitUntil: 'commit' });
  const state = page.getByLabel('Situação');
  await state.selectOption('destaque');
  letCome();
  await expect(page).toHaveURL(/situacao=destaque/);
  await expect(state).toHaveValue('destaque');
});

test('a term, a kind and a filter given before the scripts of the page have come count', async ({ page }) => {
  const main = page.getByRole('main');
  const given = [
    [
      '/search',
      () => main.getByRole('combobox', { name: 'Buscar pacotes' }).pressSequentially('porta'),
      /q=porta/,
    ],
    ['/search?q=porta&ver=faixas', () => main.getByLabel('Tipo').selectOption('Trilhas'), /tipo=trilhas/],
    ['/search?q=a', () => main.getByRole('checkbox').first().check(), /&\w+=\w+/],
  ] as const;
  for (const [path, give, address] of given) {
    const letCome = await holdBack(page, '**/assets/entry.client-*.js');
    await page.goto(path, { waitUntil: 'commit' });
    await give();
    letCome();
    await expect(page).toHaveURL(address);
  }
});

test('DEN-02: Voltar, clicked before the scripts of the page have come, leads back', async ({
  page,
  watch,
}) => {
  watch.allow(/403/);
  await page.goto('/termos');
  await page.goto('/licenca');
  const letCome = await holdBack(page, '**/assets/entry.client-*.js');
  await page.goto('/admin/audit', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Voltar', exact: true }).click();
  letCome();
  await page.waitForURL('**/licenca');
});

test('what is typed before the palette has come stands in its field', async ({ page }) => {
  await open(page, '/library');
  const letCome = await holdBack(page, '**/assets/palette-*.js');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('favoritosx');
  await page.keyboard.press('Backspace');
  letCome();
  const field = page.getByRole('dialog').getByRole('combobox');
  await expect(field).toHaveValue('favoritos');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/favorites');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 720 } });

  test('the menu opens the palette', async ({ page }) => {
    await open(page, '/library');
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await page.getByRole('button', { name: 'Ir para…' }).click();
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  });
});
