import { and, eq, inArray, sql } from 'drizzle-orm';
import { pageContent, pageContentHistory } from '#db/schema/site.ts';
import { preparePicture } from '#features/media/measuring/gateway.server.ts';
import { type ImageRefusal, imageRefusals, pictureUses, withSeen } from '#features/media/model.ts';
import { type PictureStore, storeImage } from '#features/media/store-image.server.ts';
import type { SectionName } from '#features/site/model.ts';
import type { Bus } from '#platform/bus.server.ts';
import { fetchOutside, type OutsideOptions, type OutsideRefusal } from '#platform/http/outside.server.ts';
import type { Issues } from './model.ts';
import { checkSitePicture, type SitePictureUse } from './pictures.ts';

export type PictureDeps = PictureStore & { settings: NonNullable<PictureStore['settings']> };

const pictureFields: Partial<Record<SectionName, readonly string[]>> = {
  category_images: ['jingles', 'sound-effects', 'soundtracks'],
  site_settings: ['favicon'],
};

/**
 * Replaces https pictures in content by copies in our own store, fetched once like covers, because pages show
 * only our own. `issues` names fields whose picture could not be fetched; the content is then unchanged. Safe to
 * repeat: stored pictures are not fetched.
 */
export async function takePictures<T extends object>(
  deps: PictureDeps,
  section: SectionName,
  content: T,
  options: OutsideOptions = {},
): Promise<{ content: T; issues: Issues }> {
  const given = content as Record<string, unknown>;
  const taken: Record<string, string> = {};
  const issues: Issues = {};
  for (const field of pictureFields[section] ?? []) {
    const address = given[field];
    if (typeof address !== 'string' || !address.startsWith('https://')) continue;
    const use: SitePictureUse = field === 'favicon' ? 'favicon' : 'category';
    const fetched = await fetchOutside(address, { ...options, maxBytes: pictureUses[use].bytes });
    const picture = fetched.ok ? await preparePicture(fetched.bytes, use) : fetched;
    if (picture.ok) taken[field] = `/media/${await storeImage(deps, 'site', picture.image)}`;
    else issues[field] = withSeen(sentenceOf(picture.reason, use), 'seen' in picture ? picture : {});
  }
  return { content: Object.keys(issues).length > 0 ? content : { ...content, ...taken }, issues };
}

/**
 * Fetches pictures that older content still references by https into our own store, and updates the content.
 * The section's version stays, because nobody has edited it; a concurrent save wins. Pictures that cannot be fetched
 * stay for the next run. Safe to repeat.
 */
export async function bringPicturesHome(
  deps: PictureDeps & { bus: Pick<Bus, 'publish'> },
  options: OutsideOptions = {},
): Promise<{ taken: string[]; lost: string[] }> {
  const taken: string[] = [];
  const lost: string[] = [];
  const sections = Object.keys(pictureFields) as SectionName[];
  const rows = await deps.db.select().from(pageContent).where(inArray(pageContent.sectionName, sections));
  for (const { sectionName, version, content } of rows) {
    const section = sectionName as SectionName;
    const copies: Record<string, string> = {};
    for (const field of pictureFields[section] ?? []) {
      const address = (content as Record<string, unknown> | null)?.[field];
      if (typeof address !== 'string' || !address.startsWith('https://')) continue;
      const given: Record<string, string> = { [field]: address };
      const { content: copy, issues } = await takePictures(deps, section, given, options);
      if (issues[field]) lost.push(`${section}.${field}`);
      // biome-ignore lint/style/noNonNullAssertion: the picture was taken or refused just now
      else copies[field] = copy[field]!;
    }
    if (Object.keys(copies).length === 0) continue;
    const set = { content: sql`content || ${JSON.stringify(copies)}::jsonb` };
    const here = (table: typeof pageContent | typeof pageContentHistory) =>
      and(eq(table.sectionName, section), eq(table.version, version));
    const isChanged = await deps.db.transaction(async (tx) => {
      const changed = await tx
        .update(pageContent)
        .set(set)
        .where(here(pageContent))
        .returning({ version: pageContent.version });
      if (changed.length > 0) await tx.update(pageContentHistory).set(set).where(here(pageContentHistory));
      return changed.length > 0;
    });
    if (!isChanged) continue;
    await deps.bus.publish('content', section);
    taken.push(...Object.keys(copies).map((field) => `${section}.${field}`));
  }
  return { taken, lost };
}

function sentenceOf(reason: ImageRefusal | OutsideRefusal, use: SitePictureUse): string {
  if (reason === 'too-large')
    // biome-ignore lint/style/noNonNullAssertion: the picture was taken or refused just now
    return checkSitePicture(use, { size: Infinity, type: 'image/png' })!.description;
  if (reason === 'forbidden-address') return 'Este endereço não é público e foi recusado.';
  if (reason in imageRefusals) return imageRefusals[reason as ImageRefusal];
  return 'Não foi possível buscar a imagem neste endereço.';
}
