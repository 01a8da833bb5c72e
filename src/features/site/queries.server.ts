import { desc, eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { pageContent, pageContentHistory } from '#db/schema/site.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Logger } from '#platform/log.server.ts';
import { readContent, readSection, type Section, type SectionName, type SiteContent } from './model.ts';

export interface ContentSource {
  db: Database;
  bus: Bus;
  log: Logger;
  settings: { CONTACT_WHATSAPP?: string | undefined };
}

/** Maximum age of the cache in milliseconds, in case a message of the bus was lost. */
const lifetime = 5_000;
/** Milliseconds between a failed read and the next try. */
const retryAfter = 1_000;

interface Memory {
  content: SiteContent;
  licenseVersion: string;
  readAt: number;
}

interface Cache {
  /** The newest content read, fresh or stale. */
  last: Memory | null;
  pending: Promise<Memory> | null;
  /** Number of reads started, and the one that `last` is from: an older read never replaces a newer one. */
  readings: number;
  lastReading: number;
}

const caches = new WeakMap<Bus, Cache>();

function cacheOf(source: ContentSource): Cache {
  const known = caches.get(source.bus);
  if (known) return known;
  const cache: Cache = { last: null, pending: null, readings: 0, lastReading: 0 };
  source.bus.on('content', () => {
    if (cache.last) cache.last.readAt = 0;
    cache.pending = null;
  });
  caches.set(source.bus, cache);
  return cache;
}

async function readAll({ db, settings }: ContentSource): Promise<Memory> {
  const rows = await db
    .select({ name: pageContent.sectionName, content: pageContent.content, version: pageContent.version })
    .from(pageContent);
  const content = readContent(new Map(rows.map((row) => [row.name, row.content])));
  content.contact.whatsapp ??= settings.CONTACT_WHATSAPP ?? '';
  const license = rows.find((row) => row.name === 'license');
  return { content, licenseVersion: String((license?.version ?? 0) + 1), readAt: Date.now() };
}

async function recall(source: ContentSource): Promise<Memory> {
  const cache = cacheOf(source);
  if (cache.last && Date.now() - cache.last.readAt < lifetime) return cache.last;
  if (cache.pending) return cache.pending;
  cache.readings += 1;
  const reading = cache.readings;
  const pending = readAll(source)
    .then((memory) => {
      // Content was saved during this read: the waiting callers get it, and it stays as the fallback, but it is stale.
      const isFresh = cache.pending === pending;
      if (isFresh || cache.lastReading < reading)
        cache.last = { ...memory, readAt: isFresh ? memory.readAt : 0 };
      cache.lastReading = Math.max(cache.lastReading, reading);
      return memory;
    })
    .catch((error: unknown) => {
      source.log.error({ err: error }, 'o conteúdo do site não pôde ser lido');
      const readAt = Date.now() - lifetime + retryAfter;
      cache.last = { ...(cache.last ?? withoutDatabase(source)), readAt };
      return cache.last;
    })
    .finally(() => {
      if (cache.pending === pending) cache.pending = null;
    });
  cache.pending = pending;
  return pending;
}

function withoutDatabase({ settings }: ContentSource): Memory {
  const content = readContent(new Map());
  content.contact.whatsapp = settings.CONTACT_WHATSAPP ?? '';
  return { content, licenseVersion: '1', readAt: 0 };
}

/** One query, then cached until a change; on a failure the last known content, else the defaults (LND-25). */
export const getSiteContent = async (source: ContentSource): Promise<SiteContent> =>
  (await recall(source)).content;

/** Maintenance mode and its texts, at most 5 seconds old. */
export const getMaintenance = async (source: ContentSource): Promise<Section<'maintenance_mode'>> =>
  (await recall(source)).content.maintenance_mode;

/** The current licence text with its version, both of one moment; kept with each download. */
export async function getLicense(source: ContentSource): Promise<{ version: string; text: string }> {
  const { content, licenseVersion } = await recall(source);
  return { version: licenseVersion, text: content.license.text };
}

/** A section for its editor, always from the database, with its version for saving (0: no row). */
export async function getSectionForEdit<N extends SectionName>(
  db: Database,
  name: N,
): Promise<{ content: Section<N>; version: number }> {
  const [row] = await db.select().from(pageContent).where(eq(pageContent.sectionName, name));
  return { content: readSection(name, row?.content), version: row?.version ?? 0 };
}

export interface SectionVersion<N extends SectionName> {
  version: number;
  content: Section<N>;
  savedAt: Date;
  savedBy: string | null;
}

/** The last 20 versions of a section, newest first; `savedBy` is a user's id. */
export async function listSectionHistory<N extends SectionName>(
  db: Database,
  name: N,
): Promise<SectionVersion<N>[]> {
  const rows = await db
    .select()
    .from(pageContentHistory)
    .where(eq(pageContentHistory.sectionName, name))
    .orderBy(desc(pageContentHistory.savedAt), desc(pageContentHistory.version));
  return rows.map(({ version, content, savedAt, savedBy }) => ({
    version,
    content: readSection(name, content),
    savedAt,
    savedBy,
  }));
}
