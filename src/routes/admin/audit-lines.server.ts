import { z } from 'zod';
import { readChange } from '#features/audit/facts.ts';
import { subjectName } from '#features/audit/model.ts';
import { listChanges } from '#features/audit/queries.server.ts';
import { addDays, parseDay, startOfDay } from '#platform/calendar.ts';
import type { Place } from '#platform/list.ts';
import { typedDay } from '#platform/typed-day.ts';
import type { App } from '#routes/app.server.ts';
import { definedWords } from './defined-words.ts';

/** A Brazilian day of the filter; anything else is ignored. */
const day = typedDay
  .transform((date) => date || undefined)
  .optional()
  .catch(undefined);
const filterSchema = z.object({
  quem: z.string().max(254).catch(''),
  o_que: z.string().max(100).catch(''),
  de: day,
  ate: day,
});

const startOf = (date: string | undefined, later = 0): Date | undefined =>
  date ? startOfDay(addDays(parseDay(date), later)) : undefined;

/** The changes that the page's filter asks for, in words. */
export async function readAudit({ db }: App, query: URLSearchParams, place: Place) {
  const filter = filterSchema.parse(Object.fromEntries(query));
  const span = { from: startOf(filter.de), to: startOf(filter.ate, 1) };
  const changes = await listChanges(db, { actorEmail: filter.quem, entity: filter.o_que, ...span }, place);
  const { names, entries, ...rest } = changes;
  const readable = entries.map(({ before, after, entityId, ...entry }) => ({
    ...entry,
    subject: subjectName(entityId, names),
    /** The account that was changed, while it exists. */
    subjectUserId: entry.entity === 'user' && entityId && names[entityId] ? entityId : null,
    ...readChange(before, after, { names, words: definedWords[entry.entity] ?? {} }),
  }));
  return { ...rest, filter, entries: readable };
}
