import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditEntries, pageContent, pageContentHistory } from '#db/schema/site.ts';
import { defaultBenefits } from '#features/site/benefits.ts';
import { defaultSettings } from '#features/site/defaults.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { anAdmin } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { issuesOf } from './model.ts';
import { getSectionsForEditor, listKeptVersions } from './queries.server.ts';
import { saveFromEditor } from './save-from-editor.server.ts';

const { db, bus } = await testDatabase();
const storage = await openDiskStorage({ DATA_DIR: await mkdtemp(join(tmpdir(), 'sonoteca-editor-')) });
const ana = await anAdmin(db, { displayName: 'Ana' });
const bruno = await anAdmin(db, { displayName: 'Bruno' });
const settings = { STORAGE_QUOTA_BYTES: 10_000_000 };
const now = new Date('2026-11-21T12:00:00Z');
const save = (section: Parameters<typeof issuesOf>[0], version: number, content: unknown, admin = ana) =>
  saveFromEditor({ db, bus, storage, settings }, admin, { section, version, content }, now);
const read = async () => getSectionsForEditor(db, ana, ['pricing', 'site_settings', 'pricing_plans']);

beforeEach(async () => {
  await db.delete(pageContent);
  await db.delete(pageContentHistory);
});

describe('saving from an editor', () => {
  it('EDT-04, PLN-02: works with no stored row and says who saved', async () => {
    const answer = await save('pricing', 0, { title: ' Planos ', subtitle: '' });
    expect(answer).toEqual({
      ok: true,
      stored: {
        content: { title: 'Planos', subtitle: '' },
        version: 1,
        savedBy: 'Ana',
        savedAt: now.toISOString(),
      },
    });
  });

  it('EDT-05, A-66: the second is given the text of the first and overwrites nothing', async () => {
    await save('pricing', 0, { title: 'Da Ana', subtitle: '' });
    const answer = await save('pricing', 0, { title: 'Do Bruno', subtitle: '' }, bruno);
    expect(answer).toMatchObject({
      ok: false,
      reason: 'changed-meanwhile',
      theirs: { content: { title: 'Da Ana' }, version: 1, savedBy: 'Ana' },
    });
    expect((await read()).pricing.content.title).toBe('Da Ana');
  });

  it('makes no new version of what is already stored', async () => {
    const content = { title: 'Igual', subtitle: '' };
    await save('pricing', 0, content);
    expect(await save('pricing', 1, content)).toMatchObject({ ok: true, stored: { version: 1 } });
    expect(await listKeptVersions(db, ana, 'pricing')).toHaveLength(1);
  });

  it('A-66: earlier versions are listed, newest first, with who saved them', async () => {
    await save('pricing', 0, { title: 'Um', subtitle: '' });
    await save('pricing', 1, { title: 'Dois', subtitle: '' }, bruno);
    expect(await listKeptVersions(db, ana, 'pricing')).toMatchObject([
      { version: 2, content: { title: 'Dois' }, savedBy: 'Bruno' },
      { version: 1, content: { title: 'Um' }, savedBy: 'Ana' },
    ]);
  });

  it('ADM-10: leaves a line with who, before and after', async () => {
    await save('pricing', 0, { title: 'Antes', subtitle: '' });
    await save('pricing', 1, { title: 'Depois', subtitle: '' }, bruno);
    const [entry] = await db.select().from(auditEntries).orderBy(desc(auditEntries.createdAt)).limit(1);
    expect(entry).toMatchObject({
      actorId: bruno.userId,
      entity: 'page_content',
      entityId: 'pricing',
      before: { title: 'Antes' },
      after: { title: 'Depois' },
    });
  });

  it('refuses what the section does not take, field by field, in Portuguese', async () => {
    expect(await save('pricing', 0, { title: '', subtitle: 'x'.repeat(1001) })).toEqual({
      ok: false,
      reason: 'invalid',
      issues: {
        title: 'Informe o título.',
        subtitle: 'O texto deve ter no máximo 1.000 caracteres.',
      },
    });
    for (const content of [null, 'texto', 7, []]) {
      expect(await save('hero', 0, content)).toMatchObject({ ok: false, reason: 'invalid' });
    }
  });

  it('EDT-08: bad numbers are refused, good ones lose their formatting', async () => {
    expect(await save('contact', 0, { whatsapp: '+55 (11) 98888-7777' })).toMatchObject({
      stored: { content: { whatsapp: '5511988887777' } },
    });
    expect(await save('contact', 1, { whatsapp: 'abc' })).toMatchObject({ reason: 'invalid' });
  });

  it('CEO-03: blank description and keywords change nothing', async () => {
    await save('site_settings', 0, { favicon: '', description: 'Minha rádio', keywords: 'a, b' });
    await save('site_settings', 1, { favicon: '', description: '   ', keywords: ' \n' });
    expect((await read()).site_settings).toMatchObject({
      content: { description: 'Minha rádio', keywords: 'a, b' },
      version: 1,
    });
    await save('site_settings', 1, { favicon: '/media/site/aa/a.png', description: '', keywords: 'c' });
    expect((await read()).site_settings.content).toEqual({
      favicon: '/media/site/aa/a.png',
      description: 'Minha rádio',
      keywords: 'c',
    });
  });

  it('CEO-03: the same when nothing was ever stored', async () => {
    await save('site_settings', 0, { favicon: '', description: ' ', keywords: '' });
    expect((await read()).site_settings.content).toEqual(defaultSettings);
  });

  it('PLN-04, A-78: an emptied list stays empty, a missing plan has the defaults', async () => {
    await save('pricing_plans', 0, { plans: [{ id: 'monthly', benefits: [] }] });
    const { plans } = (await read()).pricing_plans.content;
    expect(plans.map(({ benefits }) => benefits.length)).toEqual([0, defaultBenefits('semester').length, 8]);
  });
});

describe('issuesOf', () => {
  it('EDT-07: an answer without a question is not lost in silence; a blank line is', () => {
    const questions = [
      { question: ' ', answer: '' },
      { question: '', answer: 'Sim.' },
    ];
    expect(issuesOf('faq', { title: 'FAQ', subtitle: '', questions })).toEqual({
      'questions.1.question': 'Escreva a pergunta desta resposta.',
    });
  });
});
