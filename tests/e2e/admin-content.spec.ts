import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { demoAccounts, expect, signIn, test } from './fixtures.ts';
import { ownSite } from './own-site.ts';

const site = ownSite();

const asAdmin = (page: Page, next: string) => signIn(page, demoAccounts.admin, { next });
const save = (page: Page) => page.getByRole('button', { name: 'Salvar Alterações' }).click();
const preview = (page: Page) => page.frameLocator('iframe[title^="Prévia"]');

/** The HTML that a visitor gets. */
async function visitorSees(page: Page, path = '/'): Promise<string> {
  const answer = await fetch(new URL(path, page.url()));
  return answer.text();
}

async function anotherAdmin(browser: Browser, next: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: site, locale: 'pt-BR' })).newPage();
  await asAdmin(page, next);
  return page;
}

/** Said by the browser when the recorder of traces, which is bound by the page's policy, reads a picture. */
const recorder = /Connecting to 'blob:/;

const picture = (background: string, size = 320) =>
  sharp({ create: { width: size, height: Math.round((size * 9) / 16), channels: 3, background } })
    .png()
    .toBuffer();

test.describe('/edit-home', () => {
  test('EDT-01, EDT-02, EDT-03: a tab is written, seen in the preview, and saves only its own section', async ({
    page,
  }) => {
    await asAdmin(page, '/edit-home');
    await expect(page.getByRole('tab')).toHaveText(['Hero', 'Recursos', 'Planos', 'FAQ', 'Contato']);
    await page.getByLabel('Título', { exact: true }).fill('Som de primeira para a sua rádio');
    await expect(preview(page).getByRole('heading', { level: 1, includeHidden: true })).toContainText(
      'para a sua rádio',
    );
    await page.getByRole('tab', { name: 'Planos' }).click();
    await page.getByLabel('Título', { exact: true }).fill('Planos de outono');
    await expect(preview(page).getByText('Planos de outono')).toBeVisible();
    await save(page);
    await expect(page.getByText('Conteúdo salvo!')).toBeVisible();
    await expect(page.getByText('As alterações foram salvas com sucesso.')).toBeVisible();
    const html = await visitorSees(page);
    expect(html).toContain('Planos de outono');
    expect(html, 'the other tab is not saved').not.toContain('Som de primeira');
    await page.getByRole('tab', { name: 'Hero' }).click();
    await expect(page.getByLabel('Título', { exact: true }), 'and not lost').toHaveValue(/Som de primeira/);
  });

  test('EDT-06: leaving with unsaved changes asks first', async ({ page }) => {
    await asAdmin(page, '/edit-home');
    await page.getByLabel('Título', { exact: true }).fill('Rascunho');
    await page.getByRole('link', { name: 'Voltar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sair sem salvar?' });
    await expect(dialog.getByText(/Hero/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Continuar editando' }).click();
    await expect(page.getByLabel('Título', { exact: true })).toHaveValue('Rascunho');
    const asked = new Promise<string>((resolve) =>
      page.once('dialog', (native) => {
        resolve(native.type());
        void native.dismiss();
      }),
    );
    await page.evaluate(() => setTimeout(() => window.location.reload()));
    expect(await asked).toBe('beforeunload');
    await page.getByRole('link', { name: 'Voltar' }).click();
    await dialog.getByRole('button', { name: 'Sair sem salvar' }).click();
    await page.waitForURL('**/admin');
  });

  test('EDT-03: a failure is told and nothing is lost', async ({ page, watch }) => {
    watch.allow(/500|ERR_FAILED|answer 503/);
    await asAdmin(page, '/edit-home');
    await page.getByLabel('Título', { exact: true }).fill('Não some');
    await page.route('**/functions/save-content', (route) => route.fulfill({ status: 500, body: 'x' }));
    await save(page);
    await expect(page.getByText('Erro ao salvar')).toBeVisible();
    await expect(page.getByText('Ocorreu um erro inesperado.')).toBeVisible();
    await page.unroute('**/functions/save-content');
    await page.route('**/functions/save-content', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'x', message: 'Disco cheio.' } } }),
    );
    await save(page);
    await expect(page.getByText('Disco cheio.')).toBeVisible();
    await expect(page.getByLabel('Título', { exact: true })).toHaveValue('Não some');
    await page.getByRole('button', { name: 'Descartar' }).click();
  });

  test('EDT-05, A-66: of two administrators the second is warned, and chooses', async ({ page, browser }) => {
    await asAdmin(page, '/edit-home');
    const second = await anotherAdmin(browser, '/edit-home');
    for (const one of [page, second]) await one.getByRole('tab', { name: 'FAQ' }).click();
    await page.getByLabel('Título', { exact: true }).fill('Da primeira');
    await save(page);
    await expect(page.getByText('Conteúdo salvo!')).toBeVisible();
    await second.getByLabel('Título', { exact: true }).fill('Da segunda');
    await save(second);
    const notice = second.getByRole('region', { name: 'Conflito de edição' });
    await expect(notice).toContainText('salvou esta seção enquanto você editava');
    expect(await visitorSees(page)).toContain('Da primeira');
    await notice.getByRole('button', { name: /^Carregar a versão/ }).click();
    await expect(second.getByLabel('Título', { exact: true })).toHaveValue('Da primeira');

    await page.getByLabel('Título', { exact: true }).fill('Da primeira, de novo');
    await save(page);
    await expect(page.getByText(/^Versão 2/)).toBeVisible();
    await second.getByLabel('Título', { exact: true }).fill('Da segunda, de novo');
    await save(second);
    await notice.getByRole('button', { name: 'Continuar com o meu texto' }).click();
    await save(second);
    await expect(second.getByText('Conteúdo salvo!')).toBeVisible();
    expect(await visitorSees(page)).toContain('Da segunda, de novo');

    await second.getByRole('button', { name: 'Versões anteriores' }).click();
    const versions = second.getByRole('dialog', { name: 'Versões anteriores' });
    await expect(versions.getByRole('listitem')).toHaveCount(3);
    await versions.getByRole('button', { name: 'Restaurar a versão 1' }).click();
    await expect(second.getByText(/^Versão 4/)).toBeVisible();
    expect(await visitorSees(page)).toContain('Da primeira');
    await second.context().close();
  });

  test('EDT-07, EDT-09: questions are added, moved, removed; text is text', async ({ page }) => {
    await asAdmin(page, '/edit-home');
    await page.getByRole('tab', { name: 'FAQ' }).click();
    const list = page.getByRole('list', { name: 'Perguntas' });
    const count = await list.getByRole('listitem').count();
    for (const question of ['Toca em AM?', '']) {
      await page.getByRole('button', { name: 'Adicionar pergunta' }).click();
      if (question) await page.keyboard.type(question);
    }
    const added = list.getByRole('listitem').nth(count);
    await added.getByLabel('Resposta').fill('<script>window.hacked = true</script>');
    await added.getByRole('button', { name: `Subir Pergunta ${count + 1}` }).click();
    await list.getByRole('button', { name: new RegExp(`^Mover Pergunta ${count}:`) }).focus();
    await page.keyboard.press('ArrowUp');
    await expect(
      list
        .getByRole('listitem')
        .nth(count - 2)
        .getByLabel('Pergunta', { exact: true }),
    ).toHaveValue('Toca em AM?');
    await list.getByRole('button', { name: 'Remover Pergunta 1', exact: true }).click();
    await save(page);
    await expect(page.getByText('Conteúdo salvo!')).toBeVisible();
    await expect(list.getByRole('listitem'), 'the blank one is gone').toHaveCount(count);
    const visitor = await page.context().newPage();
    await visitor.goto('/');
    await expect(visitor.getByText('Toca em AM?')).toBeVisible();
    expect(await visitorSees(visitor)).toContain('&lt;script&gt;window.hacked');
    expect(await visitor.evaluate(() => 'hacked' in window)).toBe(false);
    await visitor.close();
  });

  test('EDT-08: the number keeps its digits alone; a bad one is refused', async ({ page }) => {
    await asAdmin(page, '/edit-home');
    await page.getByRole('tab', { name: 'Contato' }).click();
    const field = page.getByLabel(/^WhatsApp/);
    await field.fill('ligue já');
    await save(page);
    await expect(page.getByText('Erro ao salvar')).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill('+55 (11) 98888-7777');
    await save(page);
    await expect(page.getByText('Conteúdo salvo!')).toBeVisible();
    await expect(field).toHaveValue('5511988887777');
  });

  test('A-105: the licence is written, and its version goes up', async ({ page }) => {
    await asAdmin(page, '/admin/edit-texts');
    const field = page.getByLabel('Texto da licença');
    await field.fill(`${await field.inputValue()}\n\n## Foro\n- O da comarca da emissora.`);
    await save(page);
    await expect(page.getByText('Conteúdo salvo!')).toBeVisible();
    await page.goto('/licenca');
    await expect(page.getByRole('heading', { name: 'Foro' })).toBeVisible();
    await expect(page.getByText(/Versão 2/)).toBeVisible();
  });
});

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
    await expect(page.getByText('149')).toBeVisible();
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
      expect(html, path).toContain('content="Rádio &quot;&gt;&lt;script&gt;window.hacked=1&lt;/script&gt;"');
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

test('the editors are accessible and fit a phone', async ({ page }) => {
  test.setTimeout(120_000);
  await asAdmin(page, '/edit-home');
  for (const path of [
    '/edit-home',
    '/admin/edit-plans',
    '/admin/ceo-settings',
    '/admin/upload-category-images',
    '/admin/edit-texts',
  ]) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Salvar Alterações' }).waitFor();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect((await new AxeBuilder({ page }).analyze()).violations, `${path} at ${width} px`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
});
