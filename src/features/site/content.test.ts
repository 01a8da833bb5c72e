import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditEntries, pageContent, pageContentHistory } from '#db/schema/site.ts';
import { workdaysText } from '#platform/workdays.ts';
import { anAdmin } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { defaultHero, defaultMaintenance } from './defaults.ts';
import {
  type ContentSource,
  getLicense,
  getMaintenance,
  getSectionForEdit,
  getSiteContent,
  listSectionHistory,
} from './queries.server.ts';
import { saveSection, setMaintenance } from './save-section.server.ts';
import type { SectionInput } from './section-fields.ts';

const { db, bus, log } = await testDatabase();
const site: ContentSource = { db, bus, log, settings: {} };
const admin = await anAdmin(db);
const now = new Date('2026-11-21T12:00:00Z');
const hero = (title: string): SectionInput<'hero'> => ({
  title,
  subtitle: '',
  video_title: '',
  video_description: '',
  video_url: '',
});
const saveHero = (title: string, version: number) =>
  saveSection(site, admin, { section: 'hero', content: hero(title), version }, now);

beforeEach(async () => {
  await db.delete(pageContent);
  await db.delete(pageContentHistory);
  await db.delete(auditEntries);
  await bus.publish('content');
});

describe('S10: an upgrade (A-159)', () => {
  const migration = readFileSync('src/db/migrations/0057_due_dates.sql', 'utf8').split(
    '--> statement-breakpoint',
  )[1]!;
  const answer =
    'O prazo corre de segunda a sexta-feira, fora feriados nacionais. Um pedido feito na sexta às 15h.';
  const save = (questions: object[]) =>
    db
      .insert(pageContent)
      .values({ sectionName: 'faq', content: { title: 'Nossas dúvidas', questions }, version: 4 });

  it('names the days off in the default answer that was saved with other changes, and keeps the former', async () => {
    await save([
      { id: 'a', question: 'O que são “24 horas úteis”?', answer },
      { id: 'b', question: 'Própria', answer: 'Fora feriados nacionais.' },
    ]);
    await db.execute(sql.raw(migration));
    const [row] = await db.select().from(pageContent);
    const { questions } = row!.content as { questions: { answer: string }[] };
    expect(row!.version).toBe(5);
    expect(questions.map((each) => each.answer)).toEqual([
      `O prazo corre ${workdaysText}. Um pedido feito na sexta às 15h.`,
      'Fora feriados nacionais.',
    ]);
    expect(await db.select().from(pageContentHistory)).toMatchObject([{ sectionName: 'faq', version: 4 }]);
    await db.execute(sql.raw(migration));
    expect((await db.select().from(pageContent))[0]!.version).toBe(5);
  });

  it('leaves words of their own as they are', async () => {
    await save([{ id: 'a', question: 'Prazo?', answer: 'Fora feriados nacionais.' }]);
    await db.execute(sql.raw(migration));
    expect((await db.select().from(pageContent))[0]!.version).toBe(4);
  });
});

describe('saveSection', () => {
  it('EDT-04, MNT-24, A-64: makes the row when there is none', async () => {
    expect(await saveHero('Primeira', 0)).toEqual({ ok: true, version: 1 });
    expect(await getSectionForEdit(db, 'hero')).toEqual({ content: hero('Primeira'), version: 1 });
  });

  it('EDT-02: changes only its own section', async () => {
    await saveHero('Nova', 0);
    const names = await db.select({ name: pageContent.sectionName }).from(pageContent);
    expect(names).toEqual([{ name: 'hero' }]);
  });

  it('EDT-05, A-66: the second of two editors is told and overwrites nothing', async () => {
    await saveHero('Base', 0);
    expect(await saveHero('Da Ana', 1)).toEqual({ ok: true, version: 2 });
    expect(await saveHero('Do Bruno', 1)).toEqual({ ok: false, reason: 'changed-meanwhile', version: 2 });
    expect((await getSectionForEdit(db, 'hero')).content.title).toBe('Da Ana');
  });

  it('EDT-05: of ten at once one wins, with or without a row', async () => {
    for (const version of [0, 1]) {
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, at) => saveHero(`Nº ${at}`, version)),
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      expect((await getSectionForEdit(db, 'hero')).version).toBe(version + 1);
    }
  });

  it('A-66: keeps the last 20 versions', async () => {
    for (let version = 0; version < 23; version++) await saveHero(`Versão ${version + 1}`, version);
    const history = await listSectionHistory(db, 'hero');
    expect(history.map((entry) => entry.version)).toEqual(Array.from({ length: 20 }, (_, at) => 23 - at));
    expect(history[0]).toMatchObject({
      content: { title: 'Versão 23' },
      savedBy: admin.userId,
      savedAt: now,
    });
  });

  it('ADM-10: leaves a line with before and after', async () => {
    await saveHero('Antes', 0);
    await saveHero('Depois', 1);
    const lines = await db.select().from(auditEntries).where(eq(auditEntries.entityId, 'hero'));
    expect(lines).toHaveLength(2);
    const standard = { title: defaultHero.title };
    expect(lines.map(({ before }) => before)).toContainEqual(expect.objectContaining(standard));
    expect(lines.find(({ after }) => (after as { title: string }).title === 'Depois')).toMatchObject({
      actorEmail: admin.email,
      before: { title: 'Antes' },
      after: { title: 'Depois' },
    });
  });
});

describe('getSiteContent', () => {
  it('LND-02: shows a change at once', async () => {
    expect((await getSiteContent(site)).hero.title).toBe(defaultHero.title);
    await saveHero('No ar', 0);
    expect((await getSiteContent(site)).hero.title).toBe('No ar');
  });

  it('asks the database once for many who come together', async () => {
    let asked = 0;
    const counting = new Proxy(db, {
      get(target, name, receiver) {
        if (name === 'select') asked++;
        return Reflect.get(target, name, receiver);
      },
    });
    await Promise.all(Array.from({ length: 50 }, () => getSiteContent({ ...site, db: counting })));
    expect(asked).toBe(1);
  });

  it('A-93: the setting gives the contact until one is stored; an emptied one hides it', async () => {
    const configured = { ...site, settings: { CONTACT_WHATSAPP: '5511999990000' } };
    expect((await getSiteContent(configured)).contact.whatsapp).toBe('5511999990000');
    await saveSection(site, admin, { section: 'contact', content: { whatsapp: '' }, version: 0 }, now);
    expect((await getSiteContent(configured)).contact.whatsapp).toBe('');
  });

  it('LND-25: gives the last known content while it cannot be read, and goes on by itself', async () => {
    await saveHero('Guardado', 0);
    await getSiteContent(site);
    await db.execute(sql`alter table page_content rename to page_content_away`);
    await bus.publish('content');
    expect((await getSiteContent(site)).hero.title).toBe('Guardado');
    await db.execute(sql`alter table page_content_away rename to page_content`);
    await saveHero('De volta', 1);
    expect((await getSiteContent(site)).hero.title).toBe('De volta');
  });

  it('A-105: each save of the licence makes the next version', async () => {
    expect((await getLicense(site)).version).toBe('1');
    await saveSection(site, admin, { section: 'license', content: { text: 'Pode tudo.' }, version: 0 }, now);
    expect((await getLicense(site)).version).toBe('2');
  });
});

describe('setMaintenance', () => {
  it('MNT-24: works without a row, and keeps the texts', async () => {
    await setMaintenance(site, admin, true, now);
    expect(await getMaintenance(site)).toEqual({ ...defaultMaintenance, enabled: true });
    const texts = { title: 'Já voltamos', subtitle: 'Cinco minutos' };
    const content = { enabled: true, ...texts };
    await saveSection(site, admin, { section: 'maintenance_mode', content, version: 1 }, now);
    await setMaintenance(site, admin, false, now);
    expect(await getMaintenance(site)).toEqual({ enabled: false, ...texts });
  });
});
