import type { Executor } from '#db/open.server.ts';
import { prepareImage, storeImage } from '#features/media/commands.server.ts';
import {
  faviconLimitBytes,
  type ImageRefusal,
  imageLimitBytes,
  imageRefusals,
} from '#features/media/model.ts';
import { fetchOutside, type OutsideOptions, type OutsideRefusal } from '#platform/http/outside.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { SectionName } from '../../model.ts';
import type { Issues } from '../model.ts';
import { checkSitePicture, type SitePictureUse } from '../pictures.ts';

/** What fetching pictures needs. */
export interface PictureDeps {
  db: Executor;
  storage: Storage;
}

/** Sections whose values are addresses of pictures, with the fields that are. */
const pictureFields: Partial<Record<SectionName, readonly string[]>> = {
  category_images: ['jingles', 'sound-effects', 'soundtracks'],
  site_settings: ['favicon'],
};

/**
 * Content whose pictures all stand in our own store: one that is given by https is fetched once and stored, as covers
 * are, because pages show pictures of our own only. `issues` names the fields whose picture could not be had;
 * then the content is as it came. Safe to repeat: what is stored already is not fetched.
 */
export async function takePictures<T extends object>(
  { db, storage }: PictureDeps,
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
    const maxBytes = use === 'favicon' ? faviconLimitBytes : imageLimitBytes;
    const fetched = await fetchOutside(address, { ...options, maxBytes });
    const picture = fetched.ok ? await prepareImage(fetched.bytes, maxBytes) : fetched;
    if (picture.ok) taken[field] = `/media/${await storeImage(db, storage, 'site', picture.image)}`;
    else issues[field] = sentenceOf(picture.reason, use);
  }
  return { content: Object.keys(issues).length > 0 ? content : { ...content, ...taken }, issues };
}

function sentenceOf(reason: ImageRefusal | OutsideRefusal, use: SitePictureUse): string {
  if (reason === 'too-large')
    return checkSitePicture(use, { size: Infinity, type: 'image/png' })!.description;
  if (reason === 'forbidden-address') return 'Este endereço não é público e foi recusado.';
  if (reason === 'not-an-image' || reason === 'too-many-pixels') return imageRefusals[reason];
  return 'Não foi possível buscar a imagem neste endereço.';
}
