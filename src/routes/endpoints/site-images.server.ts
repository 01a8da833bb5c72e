import { Hono } from 'hono';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { imageErrorKinds, imageRefusals, pictureUses, withSeen } from '#features/media/model.ts';
import { storeImage, takePicture } from '#features/media/store-image.server.ts';
import { checkSitePicture, sitePictureUses } from '#features/site-editor/pictures.ts';
import { AppError } from '#platform/errors.ts';
import { withFile } from '#platform/http.server.ts';
import type { App } from '#routes/app.server.ts';

/**
 * POST /uploads/site-image?use=favicon|category: a picture as the body, or as the form field `file`. Returns its URL;
 * it is an orphan until a section that names it is saved.
 */
export function siteImagesEndpoint(app: App): Hono {
  return new Hono().post('/uploads/site-image', async (c) => {
    const admin = requireAdmin(await app.viewers.read(c.req.raw));
    const use = sitePictureUses.find((one) => one === c.req.query('use'));
    if (!use) throw new AppError('invalid', 'Informe para que é a imagem.');
    const limit = pictureUses[use].bytes;
    // biome-ignore lint/style/noNonNullAssertion: a size or type out of bounds is always refused
    const tooLarge = checkSitePicture(use, { size: limit + 1, type: 'image/png' })!.description;
    const bounds = { maxBytes: limit, tooLarge, sender: 'administrator' } as const;
    const prepared = await withFile(c.req.raw, bounds, (bytes) => takePicture(app, admin, use, bytes));
    if (prepared.ok) {
      const key = await storeImage(app, 'site', prepared.image);
      return c.json({ url: `/media/${key}`, before: prepared.image.before, after: prepared.image.after });
    }
    if (prepared.reason === 'too-large') throw new AppError('too-large', tooLarge);
    // biome-ignore lint/style/noNonNullAssertion: a size or type out of bounds is always refused
    const notAnImage = checkSitePicture(use, { size: 0, type: '' })!.description;
    const sentence = prepared.reason === 'not-an-image' ? notAnImage : imageRefusals[prepared.reason];
    throw new AppError(imageErrorKinds[prepared.reason], withSeen(sentence, prepared));
  });
}
