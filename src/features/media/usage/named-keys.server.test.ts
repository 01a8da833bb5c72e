import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgArray, type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { deliveryResults } from '#db/schema/delivery.ts';
import { audioUploads } from '#db/schema/media.ts';
import { pageContent, pageContentHistory } from '#db/schema/site.ts';
import { newId } from '#platform/ids.ts';
import { aCategory, aRecordingRequest, aTrack, aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { KeyFinder } from './named-keys.ts';
import { findNamed, keyColumns, textColumns } from './queries.server.ts';

const { db } = await testDatabase();

/** Valid keys, and strange ones: spaces, brackets, apostrophes, accents, URL characters. */
const part = fc.string({
  unit: fc.constantFrom(...'abzAZ019._-~ ()[]{}\'"&;+%#?=,!@$*<>|^`áçÑ日🎙'),
  minLength: 1,
  maxLength: 12,
});
const aKey = fc
  .tuple(
    fc.constantFrom('covers', 'avatars', 'site', 'audio', 'recordings', 'uploads'),
    fc.array(part, { minLength: 1, maxLength: 3 }),
  )
  .map(([folder, parts]) => [folder, ...parts].join('/'));

const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!,
  );
const segments = (key: string) => key.split('/').map(encodeURIComponent).join('/');
/** How people, editors and browsers write a URL with this key. */
const spellings: Record<string, (key: string) => string> = {
  plain: (key) => key,
  address: (key) => `/media/${segments(key)}`,
  encodeURI: (key) => `/media/${encodeURI(key)}?v=3&w=480#x`,
  'every sign': (key) =>
    `/media/${[...Buffer.from(key)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`,
  'lower case percents': (key) => `/media/${segments(key).replace(/%../g, (at) => at.toLowerCase())}`,
  'accents in two parts': (key) => `/media/${segments(key.normalize('NFD'))}`,
  'our own host': (key) => `https://radio.example:8443/media/${segments(key)}?w=96`,
  'in a query': (key) =>
    `https://radio.example/ver?img=${encodeURIComponent(`https://radio.example/media/${segments(key)}`)}&x=1`,
  'a form': (key) => `https://radio.example/ver?${new URLSearchParams({ img: `/media/${key}` })}`,
  html: (key) => `<p>Olá</p><img alt="" src="${escaped(`/media/${key}`)}">`,
  'html with percents': (key) => `<a href='/media/${escaped(segments(key))}'>x</a>`,
  css: (key) => `background: url("/media/${key.replace(/["\\]/g, '\\$&')}") no-repeat`,
  markdown: (key) => `Veja ![capa](</media/${segments(key)}> "título")`,
  'markdown with backslashes': (key) =>
    `![capa](/media/${key.replace(/[()[\]*_`~"'&<>#!+.{}|^$%-]/g, '\\$&')})`,
  json: (key) =>
    JSON.stringify({ image: `/media/${key}` }).replace(
      /[^ -~]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
};
const nameOf = ({ table, name }: PgColumn) => `${getTableName(table)}.${name}`;
const isJson = ({ columnType }: PgColumn) => /^PgJsonb?$/.test(columnType);
const isText = (column: PgColumn) => /^Pg(Text|Varchar|Char|Json|Jsonb)$/.test(column.columnType);

/** Writes this value into a column of every row; into JSON at some depth. */
async function writeInto(column: PgColumn, values: string[]): Promise<void> {
  const value = is(column, PgArray)
    ? sql`${sql.param(values)}::text[]`
    : isJson(column)
      ? sql`${JSON.stringify({ blocks: [{ html: values[0] }] })}::jsonb`
      : sql`${values[0]}`;
  const { rowCount } = await db.execute(
    sql`update ${column.table} set ${sql.identifier(column.name)} = ${value}`,
  );
  expect(rowCount, nameOf(column)).toBeGreaterThan(0);
}

const aSpelling = fc.constantFrom(...Object.keys(spellings));

beforeAll(async () => {
  const { packageId } = await aTrack(db);
  await aCategory(db);
  const { userId } = await aUser(db);
  await aRecordingRequest(db, { userId: null });
  await db.insert(audioUploads).values({ id: newId(), packageId, userId, name: 'a.wav', size: 1 });
  const result = { storageKey: 'a', size: 1, type: 'wav', bodyStart: 0, base: Buffer.alloc(0), facts: {} };
  await db.insert(deliveryResults).values({ id: newId(), ...result });
  await db.insert(pageContent).values({ sectionName: 'hero', content: {} });
  await db.insert(pageContentHistory).values({ id: newId(), sectionName: 'hero', version: 1, content: {} });
});

describe('D.16: a file is in use', () => {
  it('however a text names it', () => {
    fc.assert(
      fc.property(aKey, aSpelling, fc.array(aKey, { maxLength: 5 }), (key, spelling, others) => {
        const text = `antes ${spellings[spelling]!(key)} depois`;
        for (const value of [text, { deep: [{ html: text }] }, { [text]: 1 }])
          expect([...new KeyFinder([...others, key]).in(value)]).toContain(key);
      }),
      { numRuns: 2000 },
    );
  });

  it('and not for what others are called', () => {
    const finder = new KeyFinder(['site/nobody/names-me.webp']);
    fc.assert(
      fc.property(aKey, aSpelling, (key, spelling) => {
        expect([...finder.in(spellings[spelling]!(key))]).toEqual([]);
      }),
    );
  });

  it('whichever column names it', async () => {
    for (const column of keyColumns) {
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(aKey, { minLength: 3, maxLength: 3 }),
          async ([named, also, free]) => {
            await writeInto(column, [named!, also!]);
            const found = await findNamed(db, [named!, also!, free!]);
            expect(found.has(named!), `${nameOf(column)} ${named}`).toBe(true);
            expect(is(column, PgArray) ? found.has(also!) : true).toBe(true);
            expect(found.has(free!)).toBe(false);
          },
        ),
        { numRuns: 10 },
      );
    }
    for (const column of textColumns) {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(aKey, aSpelling), { minLength: 1, maxLength: 2 }),
          async (said) => {
            const text = said.map(([key, spelling]) => spellings[spelling]!(key)).join('\n');
            await writeInto(column, [text]);
            const keys = said.map(([key]) => key);
            expect(
              [...(await findNamed(db, [...keys, 'site/nobody/names-me.webp']))].sort(),
              nameOf(column),
            ).toEqual([...new Set(keys)].sort());
          },
        ),
        { numRuns: 40 },
      );
    }
  });
});

const schemas = import.meta.glob<Record<string, unknown>>('/src/db/schema/*.ts', { eager: true });
const tables = Object.values(schemas)
  .flatMap((schema) => Object.values(schema))
  .filter((value) => is(value, PgTable));

/** By name: ids, and members of closed sets. */
const neverNames = /^(.+_)?(id|by|status|type|kind|role|email|mime|md5|hash|token|fold)$/;
/** Names, reasons, keys of other things, and records of the past: none of them makes a file visible. */
const excused: Record<string, string> = {
  account_links: 'browser display_name',
  accounts: 'password scope',
  audio_uploads: 'name',
  // Also mentions removed files: a record of a change is no use of a file.
  audit_entries: 'action after before entity',
  categories: 'name',
  credit_entries: 'reason',
  deliveries: 'basis recipe source title',
  delivery_files: 'name notes package_title reason sha256 track_name',
  delivery_recipes: 'recipe',
  delivery_results: 'facts',
  downloads: 'license_version package_title track_name',
  favorites: 'package_title track_name',
  idempotent_answers: 'body key',
  import_files: 'name reason resource_key',
  imports: 'folder_name reason resource_key',
  kept_figures: 'figures name',
  known_places: 'place',
  mail_records: 'answer state subject',
  notifications: 'body dedupe_key link title',
  package_documents: 'tag_keys words',
  packages: 'authors catalogue_key google_drive_url isrc iswc publisher tags title',
  page_content: 'section_name',
  page_content_history: 'section_name',
  passkeys: 'aaguid name public_key transports',
  payment_events: 'error fate',
  profiles: 'display_name',
  rate_limits: 'key',
  recording_requests: 'delivered_name idempotency_key package_title radio_name revision_note whatsapp',
  search_misses: 'lacking term',
  search_synonyms: 'words',
  search_word_changes: 'word',
  search_words: 'lexeme word',
  sessions: 'ip_address user_agent',
  sign_ins: 'user_agent',
  simulated_customers: 'state',
  // The table of files itself: being recorded is no use of a file.
  stored_objects: 'bucket key original_name',
  subscription_letters: 'key',
  subscriptions: 'reason source',
  tracks:
    'authors carried catalogue_key codec drive_name drive_resource_key isrc iswc name publisher unreadable',
  two_factors: 'backup_codes secret',
  user_credits: 'month',
  users: 'name',
  verifications: 'identifier value',
  licence_texts: 'sha256 text',
  licences:
    'cause city document hashes licence_version licensee state subject text_sha256 tracks withdrawn_reason',
  project_answers: 'person words',
  project_tracks: 'note package_title track_name',
  projects: 'title',
  stations: 'city document name state',
  tag_groups: 'name tags',
};

describe('D.16: a column with text', () => {
  it('names files, or is known not to: a new one has to be put into keyColumns, textColumns or `excused`', () => {
    const asked = new Set([...keyColumns, ...textColumns].map(nameOf));
    const isExcused = ({ table, name }: PgColumn) =>
      neverNames.test(name) || excused[getTableName(table)]?.split(' ').includes(name);
    const open = tables
      .flatMap((table) => Object.values<PgColumn>(getTableColumns(table)))
      .filter((column) => isText(column) || (is(column, PgArray) && isText(column.baseColumn)))
      .filter((column) => !asked.has(nameOf(column)) && !isExcused(column));
    expect(open.map(nameOf)).toEqual([]);
  });
});
