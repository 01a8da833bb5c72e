import { anotherAdmin, asAdmin, preview, save, visitorSees } from './editing.ts';
import { expect, test } from './fixtures.ts';
import { ownSite } from './own-site.ts';

const site = ownSite();

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
    await page.getByRole('link', { name: 'Voltar', exact: true }).click();
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
    await page.getByRole('link', { name: 'Voltar', exact: true }).click();
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
    const second = await anotherAdmin(browser, site, '/edit-home');
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
      await expect(list.getByRole('listitem').last().getByLabel('Pergunta', { exact: true })).toBeFocused();
      if (question) await page.keyboard.type(question);
    }
    const added = list.getByRole('listitem').nth(count);
    await added.getByLabel('Resposta').fill('<script>window.hacked = true</script>');
    await added.getByRole('button', { name: `Subir Pergunta ${count + 1}` }).click();
    await expect(page.getByText(`Pergunta ${count + 1}: posição ${count} de ${count + 2}`)).toBeAttached();
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

  test('EDT-08, LND-23: the number keeps its digits alone, a bad one is refused, and both links follow it', async ({
    page,
  }) => {
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
    await field.fill('+55 (21) 97777-6666');
    await save(page);
    await expect(field).toHaveValue('5521977776666');
    const html = await visitorSees(page);
    expect(html).toContain('href="https://wa.me/5521977776666');
    expect(html).toContain('href="tel:+5521977776666"');
    expect(html, 'the one before').not.toContain('5511988887777');
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
