import { expect, it } from 'vitest';
import { checkDays } from './days.ts';
import { readSource } from './sources.ts';

const found = (path: string, text: string) => checkDays([readSource(path, text)]).length;

it.each([
  // A day that is cut out of UTC, anywhere.
  ['src/features/a/b.server.ts', 'const day = at.toISOString().slice(0, 10);'],
  ['src/features/a/b.server.ts', "const [day] = at.toISOString().split('T');"],
  ['src/features/a/b.server.ts', 'const year = instant(at)[0];'],
  ['src/features/a/b.server.ts', 'const year = instant(clock.now()).slice(0, 4);'],
  // A whole instant, where people or programs read it.
  ['src/features/delivery/tags/wav.ts', 'const day = at.toISOString();'],
  ['src/features/licences/licence-pdf.server.ts', 'const day = at.toISOString();'],
  ['src/routes/admin/list-files.ts', 'cells.push(at.toISOString());'],
  ['src/features/a/mails/b.tsx', 'return <P>{at.toISOString()}</P>;'],
  // The computer's own zone.
  ['src/ui/a.tsx', 'const hour = new Date().getHours();'],
  ['src/ui/a.tsx', 'const text = at.toLocaleDateString();'],
  ['src/ui/a.tsx', 'const day = new Date(2026, 11, 31);'],
  ['src/ui/a.tsx', 'const day = new Date(year, month, 1);'],
  ['src/platform/zip/a.ts', 'const year = at.getUTCFullYear();'],
  ['src/routes/a.ts', "const end = new Date(day + 'T23:59:59-03:00');"],
  // The database's.
  ['src/features/a/b.server.ts', 'sql`select created_at::date`'],
  ['src/features/a/b.server.ts', "sql`date_trunc('day', at)`"],
  ['src/features/a/b.server.ts', "sql`to_char(at, 'YYYY-MM')`"],
  ['src/features/a/b.server.ts', 'sql`extract(year from created_at)`'],
])('B03: finds in %s: %s', (path, text) => {
  expect(found(path, text)).toBeGreaterThan(0);
});

it.each([
  ['src/features/a/b.server.ts', 'return { createdAt: at.toISOString() };'],
  ['src/features/a/b.ts', 'return instant(at);'],
  ['src/features/delivery/tags/wav.ts', 'const { date } = localTime(at);'],
  ['src/features/a/b.server.ts', "sql`to_char(at at time zone 'America/Sao_Paulo', 'YYYY-MM')`"],
  ['src/features/a/b.server.ts', 'sql`extract(epoch from now() - created_at)`'],
  ['src/platform/calendar.ts', 'return at.toISOString().slice(0, 7);'],
  ['src/a.test.ts', 'const day = new Date(2026, 11, 31);'],
])('leaves in %s: %s', (path, text) => {
  expect(found(path, text)).toBe(0);
});
