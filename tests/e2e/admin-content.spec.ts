import type { Page } from '@playwright/test';
import { asAdmin, picture, recorder, save } from './editing.ts';
import { expect, test } from './fixtures.ts';
import { ownSite } from './own-site.ts';

ownSite();

test.describe('/admin/edit-plans', () => {
  test('PLN-01, PLN-02, PLN-04: benefits are changed, moved by hand and by key, and removed', async ({
    page,
  }) => {
    await asAdmin(page, '/admin/edit-plans');
    await expect(page.getByRole('heading', { name: 'Editor de Planos' })).toBeVisible();
    const list = page.getByRole('list', { name: 'Benefícios do Plano Mensal' });
    const line = (at: number) => list.getByRole('listitem').nth(at).getByRole('textbox');
    const [first, second] = [await line(0).inputValue(), await line(1).inputValue()];
    await list.getByRole('button', { name: /^Mover Benefício 1:/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(line(0)).toHaveValue(second);
    await expect(line(1)).toHaveValue(first);

    const grip = await list.getByRole('button', { name: /^Mover Benefício 2:/ }).boundingBox();
    const target = await list.getByRole('listitem').nth(0).boundingBox();
    await page.mouse.move(grip!.x + 8, grip!.y + 8);
    await page.mouse.down();
    await page.mouse.move(grip!.x + 8, target!.y + 6, { steps: 8 });
    await page.mouse.up();
    await expect(line(0), 'dragged back').toHaveValue(first);

    await line(0).fill('Tudo liberado <b>já</b>');
    await page.getByRole('button', { name: 'Adicionar benefício' }).first().click();
    const annual = page.getByRole('list', { name: 'Benefícios do Plano Anual' });
    while ((await annual.getByRole('listitem').count()) > 0)
      await annual
        .getByRole('button', { name: /^Remover/ })
        .first()
        .click();
    await save(page);
    await expect(page.getByText('Planos salvos!')).toBeVisible();
    const visitor = await page.context().newPage();
    await visitor.goto('/');
    const card = (name: string) => visitor.getByRole('article').filter({ hasText: name });
    await expect(card('Plano Mensal').getByRole('listitem').first()).toHaveText('Tudo liberado <b>já</b>');
    await expect(card('Plano Anual').getByRole('listitem')).toHaveCount(0);
    await expect(card('Plano Semestral').getByRole('listitem')).not.toHaveCount(0);
    await visitor.close();
  });

  test('PLN-03: a failure is told', async ({ page, watch }) => {
    watch.allow(/500/);
    await asAdmin(page, '/admin/edit-plans');
    await page.route('**/functions/save-content', (route) => route.fulfill({ status: 500, body: 'x' }));
    await save(page);
    await expect(page.getByText('Não foi possível salvar os planos. Tente novamente.')).toBeVisible();
  });
});

test.describe('/admin/ceo-settings', () => {
  test('CEO-01, CEO-03, CEO-04, CEO-05, CEO-06: saved and in the HTML of every page', async ({
    page,
    request,
  }) => {
    await asAdmin(page, '/admin/ceo-settings');
    const description = page.getByLabel(/^Meta descrição/);
    await description.fill('a'.repeat(149));
    await expect(page.getByText('149', { exact: true })).toBeVisible();
    await expect(page.getByText('no tamanho ideal')).toHaveCount(0);
    await description.fill('a'.repeat(150));
    await expect(page.getByText('no tamanho ideal')).toBeVisible();
    await description.fill('Rádio "><script>window.hacked=1</script>');
    await page.getByLabel(/^Palavras-chave/).fill('fm, am, web');
    const files = page.locator('input[type="file"]');
    await files.setInputFiles({ name: 'i.png', mimeType: 'image/png', buffer: await picture('orange', 64) });
    await expect(page.getByRole('img', { name: 'Ícone atual' })).toHaveAttribute('src', /^\/media\/site\//);
    await save(page);
    await expect(page.getByText('Configurações salvas')).toBeVisible();
    for (const path of ['/', '/auth', '/termos', '/nada-disso']) {
      const html = await (await request.get(path)).text();
      const saved = 'content="Rádio &quot;&gt;&lt;script&gt;window.hacked=1&lt;/script&gt;"';
      expect(html.match(/<meta name="description" [^>]*>/g), path).toEqual([
        `<meta name="description" ${saved}/>`,
      ]);
      expect(html, path).toContain('<meta name="keywords" content="fm, am, web"/>');
      expect(html, path).toMatch(/<link rel="icon" href="\/media\/site\/[^"]+"/);
      expect(html, path).toContain('property="og:image"');
      expect(html).not.toContain('<script>window.hacked');
    }
    await description.fill('   ');
    await save(page);
    await expect(description, 'blank changes nothing').toHaveValue(/^Rádio/);
  });

  test('CEO-02: what is no small picture is refused', async ({ page }) => {
    await asAdmin(page, '/admin/ceo-settings');
    const files = page.locator('input[type="file"]');
    await files.setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(1024 * 1024 + 1),
    });
    await expect(page.getByText('Arquivo muito grande')).toBeVisible();
    await expect(page.getByText('O ícone deve ter no máximo 1MB')).toBeVisible();
    await files.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await expect(page.getByText('Formato inválido')).toBeVisible();
    await expect(page.getByText('Por favor, selecione uma imagem (PNG, JPG, WEBP)')).toBeVisible();
  });

  test('sitemap.xml and robots.txt', async ({ request }) => {
    const map = await request.get('/sitemap.xml');
    expect(map.headers()['content-type']).toContain('xml');
    expect(await map.text()).toMatch(/<loc>http[^<]+\/licenca<\/loc>/);
    const robots = await (await request.get('/robots.txt')).text();
    expect(robots).toContain('Disallow: /admin');
    expect(robots).toMatch(/Sitemap: http.+\/sitemap\.xml/);
  });
});

test.describe('/admin/upload-category-images', () => {
  const choose = async (page: Page, label: string, buffer: Buffer, mimeType = 'image/png') =>
    page
      .locator(`input[aria-label="Nova imagem de ${label}"]`)
      .setInputFiles({ name: 'n.png', mimeType, buffer });

  test('IMG-01, IMG-02, IMG-03, IMG-04, LIB-09: one picture is chosen, saved and shown', async ({
    page,
    watch,
  }) => {
    watch.allow(/ERR_FAILED/);
    watch.allow(recorder);
    await asAdmin(page, '/admin/upload-category-images');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Vinhetas',
      'Efeitos Sonoros',
      'Trilhas',
    ]);
    await expect(page.getByText(/16:9, JPG ou PNG até 5 MB/)).toBeVisible();
    await save(page);
    await expect(page.getByText('Nenhuma imagem selecionada')).toBeVisible();
    await expect(page.getByText('Selecione pelo menos uma imagem para atualizar.')).toBeVisible();
    await choose(page, 'Trilhas', Buffer.alloc(6 * 1024 * 1024));
    await expect(page.getByText('A imagem deve ter no máximo 5MB.')).toBeVisible();
    await choose(page, 'Trilhas', await picture('teal'));
    await expect(page.getByRole('img', { name: 'Nova imagem de Trilhas' })).toBeVisible();
    await save(page);
    await expect(page.getByText('Imagens atualizadas!')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Imagem atual de Trilhas' })).toBeVisible();
    await expect(page.getByText('Imagem padrão', { exact: true })).toHaveCount(2);

    await page.goto('/library');
    const tile = page.getByRole('link', { name: /^Trilhas/ }).first();
    await expect(tile.locator('img')).toHaveAttribute('src', /^\/media\/site\//);
    await page.route('**/media/site/**', (route) => route.abort());
    await page.goto('/library?quebrada');
    await expect(tile.locator('img')).toHaveCount(0);
    await expect(tile.locator('svg').first()).toBeVisible();
  });

  test('IMG-05: failures are told', async ({ page, watch }) => {
    watch.allow(/ERR_FAILED|415|500/);
    watch.allow(recorder);
    await asAdmin(page, '/admin/upload-category-images');
    await choose(page, 'Vinhetas', Buffer.from('<svg/>'));
    await save(page);
    await expect(page.getByText('Erro no upload')).toBeVisible();
    await choose(page, 'Vinhetas', await picture('red'));
    await page.route('**/functions/save-content', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'x', message: 'Disco cheio.' } } }),
    );
    await save(page);
    await expect(page.getByText('Erro ao salvar')).toBeVisible();
    await expect(page.getByText('Disco cheio.')).toBeVisible();
    await page.route('**/uploads/site-image*', (route) => route.abort());
    await save(page);
    await expect(page.getByText('Erro inesperado')).toBeVisible();
    await expect(page.getByText('Não foi possível atualizar as imagens.')).toBeVisible();
  });
});
