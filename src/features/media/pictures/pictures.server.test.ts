import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { seeded } from '#tests/seeded.ts';
import { preparePicture } from '../measuring/gateway.server.ts';
import { type PictureUse, sniffImage } from '../model.ts';

/** Camera metadata that must not be in the stored picture. */
const telltale = {
  IFD0: { Make: 'Camera Secreta', ImageDescription: 'em casa' },
  IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' },
};
const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" place="Lugar Secreto"/></rdf:RDF></x:xmpmeta>';
const secrets = ['Camera Secreta', 'em casa', 'GPS', 'Lugar Secreto', 'xmpmeta', 'Exif'];

/** The pixels as stored, upright, ignoring the colour profile. */
const pixelsOf = async (bytes: Uint8Array) =>
  sharp(bytes, { ignoreIcc: true }).autoOrient().removeAlpha().raw().toBuffer();

/** Noise, which does not compress. The same each time: now and then, true chance writes one of the `secrets`. */
function seededBytes(length: number): Uint8Array {
  const random = seeded(1);
  return Uint8Array.from({ length }, () => random() * 256);
}

const noise = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp(seededBytes(width * height * channels), { raw: { width, height, channels } });

const accepted = async (bytes: Uint8Array, use: PictureUse = 'cover') => {
  const prepared = await preparePicture(bytes, use);
  if (!prepared.ok) throw new Error(prepared.reason);
  return prepared.image;
};

describe('a sent picture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'PKM-16, A-109: below 100 KB a %s keeps its very pixels and colours, and says nothing of camera and place',
    async (type) => {
      const image = noise(60, 40).withIccProfile('p3').withExif(telltale).withXmp(xmp);
      const sent = await image.toFormat(type, { quality: 80 }).toBuffer();
      expect(sent.length).toBeLessThan(102_400);
      const taken = await accepted(sent);
      expect(taken).toMatchObject({ type, optimised: false, before: sent.length });
      expect(taken.after).toBeLessThan(sent.length);
      expect(await pixelsOf(taken.bytes)).toEqual(await pixelsOf(sent));
      const { exif, xmp: text, icc } = await sharp(taken.bytes).metadata();
      expect({ exif, text, icc }).toEqual({ exif: undefined, text: undefined, icc: expect.any(Buffer) });
      for (const secret of secrets) expect(Buffer.from(taken.bytes).includes(secret)).toBe(false);
    },
  );

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

  it.each(['jpeg', 'png', 'webp'] as const)(
    'A-69, A-109: a %s that lies on its side stands upright, without EXIF and without loss',
    async (type) => {
      const image = noise(40, 20).withIccProfile('p3').withMetadata({ orientation: 6 });
      const sent = await image.toFormat(type).toBuffer();
      const taken = await accepted(sent);
      const { width, height, exif, icc } = await sharp(taken.bytes).metadata();
      expect([width, height, exif, icc]).toEqual([20, 40, undefined, expect.any(Buffer)]);
      expect(await pixelsOf(taken.bytes)).toEqual(await pixelsOf(sent));
    },
  );

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
    expect(await preparePicture(Buffer.from(content, 'latin1'), 'cover')).toMatchObject({
      ok: false,
      reason: 'not-an-image',
    });
  });

  it('PRO-12: more than 5 MB is refused before it is looked at', async () => {
    expect(await preparePicture(Buffer.alloc(5 * 1024 * 1024 + 1), 'cover')).toEqual({
      ok: false,
      reason: 'too-large',
    });
  });

  it.each([
    ['cover', 50_000, 4],
    ['cover', 7100, 7100],
    ['avatar', 5100, 5000],
    ['favicon', 2100, 2000],
  ] as const)('A.2: a %s of %d × %d px is refused by its head', async (use, width, height) => {
    const wide = await sharp({ create: { width, height, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(await preparePicture(wide, use)).toEqual({ ok: false, reason: 'too-many-pixels' });
  });

  it.each(['jpeg', 'png', 'gif'] as const)(
    'A.2: a %s that lies in memory as a whole is refused at 16 megapixels',
    async (format) => {
      const large = (side: number) =>
        sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
          .toFormat(format, format === 'gif' ? { effort: 1 } : { progressive: true })
          .toBuffer();
      expect(await preparePicture(await large(4200), 'cover')).toEqual({
        ok: false,
        reason: 'too-many-pixels',
      });
      expect(await accepted(await large(2000))).toBeDefined();
    },
  );

  it('OPS-18: a moving GIF above 500 KB is refused, a smaller one keeps its frames, and a still one is made small', async () => {
    const gif = (side: number, frames: number) =>
      sharp(seededBytes(side * side * frames * 3), {
        raw: { width: side, height: side * frames, channels: 3, pageHeight: side },
      })
        .gif({ effort: 1 })
        .toBuffer();
    const large = await gif(500, 3);
    expect(large.length).toBeGreaterThan(512_000);
    expect(await preparePicture(large, 'avatar')).toEqual({ ok: false, reason: 'moving-too-large' });
    const small = await accepted(await gif(200, 3), 'avatar');
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'gif', pages: 3 });
    const still = await gif(1000, 1);
    expect(still.length).toBeGreaterThan(512_000);
    const made = await accepted(still, 'avatar');
    expect(made).toMatchObject({ type: 'jpeg', optimised: true });
  });

  it('A.2, A-109: one that lies on its side is written without loss only where that is cheap', async () => {
    const aside = (side: number, quality: number) =>
      noise(side, side).jpeg({ quality }).withMetadata({ orientation: 6 }).toBuffer();
    const large = await aside(3000, 5);
    expect(large.length).toBeGreaterThan(102_400);
    const light = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: 'red' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(light.length).toBeLessThan(102_400);
    const began = performance.now();
    for (const sent of [large, light]) {
      const kept = await accepted(sent, 'avatar');
      expect((await sharp(kept.bytes).metadata()).height).toBe(800);
    }
    expect(performance.now() - began).toBeLessThan(4000);
  });

  it('A.2: an avatar as telephones take it is taken, and small', async () => {
    const photo = { create: { width: 5712, height: 4284, channels: 3 as const, background: '#468' } };
    const sent = await sharp(photo).jpeg({ quality: 95 }).toBuffer();
    expect((await accepted(sent, 'avatar')).after).toBeLessThan(20_000);
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
