import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { prepareImage } from './commands.server.ts';
import { sniffImage } from './model.ts';

/** A picture that does not compress: noise. */
const noise = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp(randomBytes(width * height * channels), { raw: { width, height, channels } });

const accepted = async (bytes: Uint8Array) => {
  const prepared = await prepareImage(bytes);
  if (!prepared.ok) throw new Error(prepared.reason);
  return prepared.image;
};

describe('a sent picture', () => {
  it('PKM-16: below 100 KB keeps type and size in pixels', async () => {
    const sent = await noise(120, 80).png().toBuffer();
    expect(sent.length).toBeLessThan(102_400);
    const image = await accepted(sent);
    expect(image).toMatchObject({ type: 'png', optimised: false });
    expect(await sharp(image.bytes).metadata()).toMatchObject({ width: 120, height: 80 });
  });

  it('PKM-16: from 100 KB up fits into 800 px as JPEG and is smaller', async () => {
    const sent = await noise(1600, 900).jpeg({ quality: 95 }).toBuffer();
    const image = await accepted(sent);
    expect(image).toMatchObject({
      type: 'jpeg',
      optimised: true,
      before: sent.length,
      after: image.bytes.length,
    });
    expect(image.after).toBeLessThan(sent.length);
    expect(await sharp(image.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 450 });
  });

  it('A-69: keeps transparency', async () => {
    const image = await accepted(await noise(900, 900, 4).png().toBuffer());
    expect(image.type).toBe('webp');
    expect((await sharp(image.bytes).metadata()).hasAlpha).toBe(true);
  });

  it('A-69: stands upright and has lost its EXIF', async () => {
    const sent = await noise(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const image = await accepted(sent);
    const facts = await sharp(image.bytes).metadata();
    expect(facts).toMatchObject({ width: 20, height: 40 });
    expect(facts.exif).toBeUndefined();
  });

  it('A-29: what hides behind a picture is gone', async () => {
    const picture = await noise(30, 30).png().toBuffer();
    const polyglot = Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]);
    expect(Buffer.from((await accepted(polyglot)).bytes).includes('<script>')).toBe(false);
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['nothing', ''],
    ['a PNG signature alone', '\x89PNG\r\n\x1a\n'],
  ])('PRO-13: %s is not a picture', async (_, content) => {
    expect(await prepareImage(Buffer.from(content, 'latin1'))).toEqual({ ok: false, reason: 'not-an-image' });
  });

  it('PRO-12: more than 5 MB is refused before it is looked at', async () => {
    expect(await prepareImage(Buffer.alloc(5 * 1024 * 1024 + 1))).toEqual({ ok: false, reason: 'too-large' });
  });

  it('a picture of 50.000 px is refused by its head', async () => {
    const wide = await sharp({ create: { width: 50_000, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(await prepareImage(wide)).toEqual({ ok: false, reason: 'too-many-pixels' });
  });

  it('PKM-17: with a sound head and unreadable pixels is stored as sent', async () => {
    const whole = await noise(900, 900).jpeg().toBuffer();
    const cut = whole.subarray(0, Math.floor(whole.length / 3));
    expect(await accepted(cut)).toMatchObject({ bytes: cut, optimised: false });
  });

  it('is known by its bytes', async () => {
    expect(sniffImage(await noise(4, 4).gif().toBuffer())).toBe('gif');
    expect(sniffImage(await noise(4, 4).webp().toBuffer())).toBe('webp');
    expect(sniffImage(Buffer.from('GIF89a'))).toBe('gif');
    expect(sniffImage(Buffer.from('RIFF....WAVE'))).toBeNull();
  });
});
