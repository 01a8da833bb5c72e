import { createHash } from 'node:crypto';
import { drawShare } from '#features/catalog/covers/share.server.ts';
import { openTitles, type SetTitle, titleFace } from '#features/catalog/covers/title.server.ts';
import { findPackage } from '#features/catalog/pack/queries.server.ts';
import type { CatalogSource } from '#features/catalog/queries.server.ts';
import { drawPicture } from '#features/media/measuring/gateway.server.ts';
import { allShared, type Shared, sharedAt } from './sharing.ts';

const hashLength = 12;
/** By the name of what is shared and the site's name. */
const paths = new Map<string, string>();
/** By their paths. */
const pictures = new Map<string, Promise<Uint8Array>>();

/** Stands for the outlines of a title, which take longer to draw than a page. */
const asWritten: SetTitle = (title, place) => ({
  path: JSON.stringify([titleFace, title, place]),
  bottom: 0,
});

/** The path of a picture: another drawing has another one, so that it is cached forever. */
function pathOf({ name, kind, title }: Shared, siteName: string): string {
  const key = `${name}\n${siteName}`;
  const known = paths.get(key);
  if (known) return known;
  const drawing = drawShare(title, kind, siteName, asWritten);
  const hash = createHash('sha256').update(drawing).digest('hex').slice(0, hashLength);
  const path = `/compartilhar/${name}-${hash}.png`;
  paths.set(key, path);
  return path;
}

const draw = async ({ title, kind }: Shared, siteName: string): Promise<Uint8Array> =>
  drawPicture(drawShare(title, kind, siteName, await openTitles()), 'png');

/** The path of the picture that a page of the site shows where its address is shared. */
export async function sharePathOf(source: CatalogSource, siteName: string, path: string): Promise<string> {
  const id = /^\/package\/([^/?#]+)/.exec(path)?.[1];
  const pack = id ? await findPackage(source, id) : null;
  return pathOf(sharedAt(path.replace(/[?#].*$/, ''), pack?.kind ?? null), siteName);
}

/** The picture under a path of `sharePathOf`, drawn once; null for any other. */
export async function findShare(siteName: string, path: string): Promise<Uint8Array | null> {
  const shared = allShared.find((one) => pathOf(one, siteName) === path);
  if (!shared) return null;
  const known = pictures.get(path);
  if (known) return known;
  const picture = draw(shared, siteName);
  pictures.set(path, picture);
  picture.catch(() => pictures.delete(path));
  return picture;
}
