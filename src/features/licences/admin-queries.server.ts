import { eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allOf, among, anyOf } from '#db/conditions.ts';
import { type List, orderOf, readList } from '#db/list.server.ts';
import type { Database } from '#db/open.server.ts';
import { users } from '#db/schema/accounts.ts';
import { licences } from '#db/schema/licences.ts';
import type { Admin } from '#features/accounts/model.ts';
import { shownEmail } from '#platform/email.server.ts';
import { isId } from '#platform/ids.ts';
import { placeSchema } from '#platform/place.ts';
import { typedLine } from '#platform/typed-text.ts';
import { bareDocument, isDocument } from './documents.ts';

const hashSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .or(z.literal(''))
  .catch('');

/** Filters of the list of licences: station, document or code; state; the hash of a file. */
export const licenceFilterSchema = z.object({
  q: typedLine().max(200).catch(''),
  estado: z.enum(['', 'validas', 'retiradas']).catch(''),
  arquivo: hashSchema,
  ...placeSchema.shape,
});
type LicenceFilter = z.output<typeof licenceFilterSchema>;

const stateOf = {
  '': undefined,
  validas: isNull(licences.withdrawnAt),
  retiradas: isNotNull(licences.withdrawnAt),
};

/** A certificate's code, alone or within its address. */
const codeIn = (text: string): string | null => {
  const [code] = /[0-9a-z]{26}/.exec(text) ?? [];
  return isId(code) ? code : null;
};

function matching(q: string) {
  if (!q) return undefined;
  const code = codeIn(q);
  const bare = bareDocument(q);
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return anyOf(
    sql`${licences.licenseeFold} like fold(${pattern})`,
    code === null ? undefined : eq(licences.id, code),
    isDocument(bare) ? eq(licences.document, bare) : undefined,
  );
}

const licencesOf = ({ q, estado, arquivo }: LicenceFilter): List => ({
  from: sql`${licences}`,
  where: allOf(
    matching(q),
    stateOf[estado],
    arquivo ? sql`${licences.hashes} @> array[${arquivo}]::text[]` : undefined,
  ),
  id: licences.id,
  order: [licences.issuedAt, licences.id],
  descending: true,
  size: 50,
  isEstimable: !q,
});

/** A page of licences, newest first. */
export async function listLicences(db: Database, _admin: Admin, filter: LicenceFilter) {
  const list = licencesOf(filter);
  const { ids, page } = await readList(db, list, filter);
  const rows = await db
    .select({
      id: licences.id,
      cause: licences.cause,
      subject: licences.subject,
      licensee: licences.licensee,
      document: licences.document,
      version: licences.licenceVersion,
      trackCount: sql<number>`jsonb_array_length(${licences.tracks})`.mapWith(Number),
      issuedAt: licences.issuedAt,
      withdrawnAt: licences.withdrawnAt,
      withdrawnReason: licences.withdrawnReason,
      userId: users.id,
      email: users.email,
    })
    .from(licences)
    .leftJoin(users, eq(users.id, licences.userId))
    .where(among(licences.id, ids))
    .orderBy(orderOf(list));
  const shown = rows.map((row) => ({
    ...row,
    email: row.email && shownEmail(row.email),
    issuedAt: row.issuedAt.toISOString(),
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
  }));
  return { licences: shown, page };
}
