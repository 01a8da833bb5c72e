import { createHash } from 'node:crypto';
import { drawShare } from '#features/catalog/covers/share.server.ts';
import { findPackage } from '#features/catalog/pack/queries.server.ts';
import type { CatalogSource } from '#features/catalog/queries.server.ts';
import { drawPicture } from '#features/media/measuring/gateway.server.ts';
import { allShared, type Shared, sharedAt } from './sharing.ts';

interface Drawn {
  svg: string;
  /** Path of its picture: another drawing has another one, so that it is cached forever. */
  path: string;
  png: Promise<Uint8Array> | null;
}

const hashLength = 12;
/** By the site's name, then by the name of what is shared. */
const drawn = new Map<string, ReadonlyMap<string, Drawn>>();

function drawnFor(siteName: string): ReadonlyMap<string, Drawn> {
  const known = drawn.get(siteName) ?? new Map(allShared.map((one) => [one.name, drawOne(one, siteName)]));
  drawn.set(siteName, known);
  return known;
}

function drawOne({ name, kind, title }: Shared, siteName: string): Drawn {
  const svg = drawShare(title, kind, siteName);
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, hashLength);
  return { svg, path: `/compartilhar/${name}-${hash}.png`, png: null };
}

/** The path of the picture that a page of the site shows where its address is shared. */
export async function sharePathOf(source: CatalogSource, siteName: string, path: string): Promise<string> {
  const id = /^\/package\/([^/?#]+)/.exec(path)?.[1];
  const pack = id ? await findPackage(source, id) : null;
  const { name } = sharedAt(path.replace(/[?#].*$/, ''), pack?.kind ?? null);
  return drawnFor(siteName).get(name)?.path ?? '';
}

/** The picture under a path of `sharePathOf`, drawn once; null for any other. */
export async function findShare(siteName: string, path: string): Promise<Uint8Array | null> {
  const found = [...drawnFor(siteName).values()].find((one) => one.path === path);
  if (!found) return null;
  found.png ??= drawPicture(found.svg, 'png').catch((error: unknown) => {
    found.png = null;
    throw error;
  });
  return found.png;
}
