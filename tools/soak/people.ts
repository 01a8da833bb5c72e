import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { elementAt } from '#platform/elements.ts';
import { seeded } from '#tests/seeded.ts';
import { dataOf, documentOf } from '../bench/asking.ts';
import type { Balancer } from './balancer.ts';

/** A subscriber with a session. */
export interface Person {
  userId: string;
  cookie: string;
}

/** What people choose from. */
export interface Shelves {
  packages: string[];
  tracks: string[];
  terms: string[];
  /** Into which imports go. */
  categoryId: string;
}

/** What the site has acknowledged: the last state of each heart, or null where an answer was lost. */
type Acknowledged = Map<string, boolean | null>;

/** What is noted of all people. */
export interface Notes {
  acknowledged: Acknowledged;
  /** Milliseconds between two pieces of a sound, the longest. */
  longestSilence: number;
  pieces: number;
  zips: { whole: number; resumed: number; damaged: string[] };
  /** Ids of acknowledged deliveries, and titles of acknowledged imports. */
  ordered: string[];
  imported: string[];
}

export interface Site {
  balancer: Balancer;
  shelves: Shelves;
  notes: Notes;
  /** Aborted when everybody goes home. */
  signal: AbortSignal;
}

export const rest = (milliseconds: number, signal: AbortSignal) =>
  pause(milliseconds, undefined, { signal }).catch(() => {});

export const json = { 'Content-Type': 'application/json' };

export const heartOf = (userId: string, packageId: string): string => `${userId} ${packageId}`;

/** Looks at pages every few seconds, and now and then sets or removes a heart. */
export async function browse(site: Site, person: Person, seed: number): Promise<void> {
  const { balancer, shelves, signal } = site;
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => elementAt(list, Math.floor(random() * list.length));
  while (!signal.aborted) {
    const packageId = pick(shelves.packages);
    const search = `?q=${encodeURIComponent(pick(shelves.terms))}`;
    const { path, headers = {} } = pick([
      documentOf('/library'),
      documentOf(`/package/${packageId}`),
      dataOf('/category/trilhas', 'category'),
      dataOf(`/package/${packageId}`, 'package'),
      dataOf('/search', 'search', search),
      dataOf('/favorites', 'favorites'),
    ]);
    await (await balancer.send(path, person.cookie, { headers, signal }))?.arrayBuffer().catch(() => {});
    if (random() < 0.2) await setHeart(site, person, pick(shelves.packages), random() < 0.7);
    await rest(1000 + random() * 4000, signal);
  }
}

async function setHeart(site: Site, { userId, cookie }: Person, packageId: string, isOn: boolean) {
  const { balancer, notes } = site;
  const key = heartOf(userId, packageId);
  notes.acknowledged.set(key, null);
  const body = JSON.stringify({ type: 'package', package_id: packageId });
  const method = isOn ? 'POST' : 'DELETE';
  // Without the signal: a heart that is on its way when everybody goes home is still answered.
  const answer = await balancer.send('/functions/favorites', cookie, { method, headers: json, body });
  await answer?.arrayBuffer().catch(() => {});
  if (answer?.ok) notes.acknowledged.set(key, isOn);
}

const pieceBytes = 64 * 1024;

/** Plays one track after the other in pieces of 64 KB, one a second; after a break the player goes on by itself. */
export async function listen(site: Site, { cookie }: Person, seed: number): Promise<void> {
  const { balancer, shelves, signal } = site;
  const random = seeded(seed);
  while (!signal.aborted) {
    const trackId = elementAt(shelves.tracks, Math.floor(random() * shelves.tracks.length));
    const body = JSON.stringify({ trackId });
    const asked = { method: 'POST', headers: json, body, signal };
    const answer = await balancer.send('/functions/audio-proxy', cookie, asked);
    const { url } = ((await answer?.json().catch(() => null)) ?? {}) as { url?: string };
    if (url) await playPieces(site, cookie, url);
  }
}

async function playPieces(site: Site, cookie: string, url: string): Promise<void> {
  const { balancer, notes, signal } = site;
  let heard = performance.now();
  for (let from = 0; !signal.aborted; ) {
    const headers = { Range: `bytes=${from}-${from + pieceBytes - 1}` };
    const said = await balancer.send(url, cookie, { headers, signal });
    // The site leads to a signed address of the bucket.
    const bucket = said?.status === 302 ? said.headers.get('Location') : null;
    const answer = bucket ? await fetch(bucket, { headers, signal }).catch(() => null) : said;
    const bytes = await answer?.arrayBuffer().catch(() => null);
    if (signal.aborted || answer?.status === 416 || answer?.status === 404) return;
    if (bytes && answer?.status === 206) {
      notes.longestSilence = Math.max(notes.longestSilence, performance.now() - heard);
      notes.pieces += 1;
      heard = performance.now();
      from += bytes.byteLength;
      if (bytes.byteLength < pieceBytes) return;
    }
    await rest(1000, signal);
  }
}

/** Downloads ZIPs of packages; what was broken off goes on from its last byte. Equal ZIPs have equal bytes. */
export async function download(
  site: Site,
  { cookie }: Person,
  seed: number,
  hashes: Map<string, string>,
): Promise<void> {
  const { shelves, signal } = site;
  const random = seeded(seed);
  while (!signal.aborted) {
    const path = `/package/${elementAt(shelves.packages, Math.floor(random() * shelves.packages.length))}/zip`;
    if (await compareZip(site, cookie, path, hashes)) await rest(2000, signal);
  }
}

/** Fetches a ZIP whole, and notes whether it has the bytes that it had before. @returns false when it did not come */
export async function compareZip(
  site: Site,
  cookie: string,
  path: string,
  hashes: Map<string, string>,
): Promise<boolean> {
  const { zips } = site.notes;
  const zip = await fetchWhole(site, cookie, path);
  if (!zip) return false;
  const known = hashes.get(zip.version) ?? zip.hash;
  hashes.set(zip.version, known);
  if (known === zip.hash) zips.whole += 1;
  else zips.damaged.push(path);
  return true;
}

/** @returns the hash of all bytes, and what identifies them; null when everybody went home, or the ZIP changed */
async function fetchWhole({ balancer, notes, signal }: Site, cookie: string, path: string) {
  const hash = createHash('sha256');
  let version = '';
  let size = 0;
  let total = Number.POSITIVE_INFINITY;
  while (size < total) {
    const headers: Record<string, string> = size > 0 ? { Range: `bytes=${size}-`, 'If-Range': version } : {};
    const answer = await balancer.send(path, cookie, { headers, signal });
    if (signal.aborted || !answer?.ok || (size > 0 && answer.status !== 206)) {
      await answer?.body?.cancel().catch(() => {});
      await rest(1000, signal);
      return null;
    }
    if (size > 0) notes.zips.resumed += 1;
    else total = Number(answer.headers.get('Content-Length'));
    version = answer.headers.get('ETag') ?? '';
    try {
      for await (const piece of answer.body ?? []) {
        hash.update(piece);
        size += piece.byteLength;
      }
    } catch {
      if (signal.aborted) return null;
    }
  }
  return { version: `${path} ${version}`, hash: hash.digest('hex') };
}
