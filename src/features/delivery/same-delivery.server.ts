import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm';
import { deliveries, deliveryFiles } from '#db/schema/delivery.ts';
import { licences } from '#db/schema/licences.ts';
import { findCues } from '#features/cues/queries.server.ts';
import type { LicenceText } from '#features/licences/issue-licence.server.ts';
import { findLicensee } from '#features/licences/licence-queries.server.ts';
import { type ContentSource, getLicense } from '#features/site/queries.server.ts';
import { Turns } from '#platform/turns.ts';
import { rendererVersion } from './keep-results.server.ts';
import type { FileDeps } from './make-file.server.ts';
import { findSourceTracks, isStale, listReadyFiles, type SourceTrack } from './queries.server.ts';
import type { Recipe } from './recipe.ts';

/** How long the same order is the same delivery: as with certificates over many licences. */
const lifetime = 24 * 60 * 60_000;
/** Files looked for in the store at once. */
const atOnce = 16;

type Deps = FileDeps & ContentSource;

interface Ordered {
  userId: string;
  title: string;
  recipe: Recipe;
  tracks: readonly SourceTrack[];
  licence: LicenceText;
}

/** SHA-256 of all that a delivery's files and its licence are made from: where it is equal, only ids and times differ. */
async function basisOf(deps: Deps, { userId, title, recipe, tracks, licence }: Ordered): Promise<string> {
  const ids = tracks.map(({ id }) => id);
  const [cues, licensee] = await Promise.all([
    findCues(deps.db, { userId }, ids),
    findLicensee(deps.db, userId),
  ]);
  const { SITE_NAME, PUBLIC_URL } = deps.settings;
  const all = { rendererVersion, title, recipe, tracks, cues, licensee, licence, SITE_NAME, PUBLIC_URL };
  return createHash('sha256')
    .update(canonicalize(all) ?? '')
    .digest('hex');
}

/** The same of a delivery and its tracks as they are now; null: some of them cannot be prepared. */
export async function readBasis(
  deps: Deps,
  { id, total, ...ordered }: Omit<Ordered, 'tracks'> & { id: string; total: number },
): Promise<string | null> {
  const files = await deps.db
    .select({ trackId: deliveryFiles.trackId })
    .from(deliveryFiles)
    .where(eq(deliveryFiles.deliveryId, id))
    .orderBy(asc(deliveryFiles.position));
  const ids = files.map(({ trackId }) => trackId);
  const tracks = await findSourceTracks(deps.db, ids);
  return tracks.length === total ? basisOf(deps, { ...ordered, tracks }) : null;
}

/**
 * An own delivery of the last day that is what would be made now: of the same basis, its licence not withdrawn, all its
 * files kept. @returns its id, or null
 */
export async function findSame(
  deps: Deps,
  ordered: Omit<Ordered, 'licence'> & Pick<typeof deliveries.$inferSelect, 'source' | 'sourceId' | 'leftOut'>,
): Promise<string | null> {
  const { userId, source, sourceId, leftOut, tracks } = ordered;
  const [same] = await deps.db
    .select({ id: deliveries.id })
    .from(deliveries)
    .innerJoin(licences, eq(licences.id, deliveries.licenceId))
    .where(
      and(
        eq(deliveries.userId, userId),
        gt(deliveries.createdAt, new Date(deps.clock.now().getTime() - lifetime)),
        eq(deliveries.status, 'ready'),
        eq(deliveries.basis, await basisOf(deps, { ...ordered, licence: await getLicense(deps) })),
        eq(deliveries.source, source),
        eq(deliveries.sourceId, sourceId),
        eq(deliveries.leftOut, leftOut),
        isNull(licences.withdrawnAt),
      ),
    )
    .orderBy(desc(deliveries.createdAt))
    .limit(1);
  return same && (await isKept(deps, same.id, tracks.length)) ? same.id : null;
}

/** Whether all of a delivery can be sent: a file that the store has lost is made again. */
async function isKept({ db, storage }: Deps, id: string, total: number): Promise<boolean> {
  const files = await listReadyFiles(db, id);
  if (files.length !== total || files.some(isStale)) return false;
  const looking = new Turns({ atOnce });
  const sizes = await Promise.all(files.map(({ key }) => looking.run({}, () => storage.stat(key ?? ''))));
  return files.every(
    ({ bodyStart, bodySize }, at) => (sizes[at]?.size ?? -1) >= (bodyStart ?? 0) + (bodySize ?? 0),
  );
}
