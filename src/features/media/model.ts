import type { ErrorKind } from '#platform/errors.ts';

/** Largest uploaded picture, and the size above which it is optimised (specification, section 5; A-69). */
export const imageLimitBytes = 5 * 1024 * 1024;
const faviconLimitBytes = 1024 * 1024;
export const optimiseFromBytes = 102_400;
/** Largest moving GIF, which is not optimised: everybody who sees it fetches all of it. */
export const movingLimitBytes = 500 * 1024;
/** Longest side of an optimised picture in pixels, and its JPEG quality in percent. */
export const longestSide = 800;
export const jpegQuality = 85;
/** A picture with a longer side is a decompression bomb, not a photograph. */
export const maxSidePixels = 12_000;

/** Limits per purpose: bytes, pixels, and uploads per account and hour. */
export const pictureUses = {
  avatar: { bytes: imageLimitBytes, pixels: 25_000_000, anHour: 20 },
  cover: { bytes: imageLimitBytes, pixels: 50_000_000, anHour: 600 },
  category: { bytes: imageLimitBytes, pixels: 50_000_000, anHour: 120 },
  favicon: { bytes: faviconLimitBytes, pixels: 4_194_304, anHour: 120 },
} as const;
export type PictureUse = keyof typeof pictureUses;

export type ImageType = 'png' | 'jpeg' | 'webp' | 'gif';

/** Public buckets; audio and recordings are never public. */
export type ImageBucket = 'covers' | 'avatars' | 'site';

export const mimeOf: Record<ImageType, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};

export const extensionOf: Record<ImageType, string> = { png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif' };

export interface ReadyImage {
  bytes: Uint8Array;
  type: ImageType;
  before: number;
  after: number;
  /** True when it was shrunk: the sender reads 'Imagem otimizada'. */
  optimised: boolean;
}

export type ImageRefusal =
  | 'too-large'
  | 'moving-too-large'
  | 'not-an-image'
  | 'too-many-pixels'
  | 'unreadable';

/** Another format that the picture is in, as its sender may know it. */
interface Seen {
  seen?: string;
}

export type RefusedImage = { ok: false; reason: ImageRefusal } & Seen;
export type PreparedImage = { ok: true; image: ReadyImage } | RefusedImage;

/** Messages for the sender; covers and favicons have their own in the specification. */
export const imageRefusals: Record<ImageRefusal, string> = {
  'too-large': 'O arquivo deve ter no máximo 5MB',
  'moving-too-large':
    'Imagens animadas devem ter no máximo 500 KB. Diminua a animação, ou envie uma imagem parada.',
  'not-an-image': 'Por favor, selecione uma imagem válida.',
  'too-many-pixels': 'A imagem tem dimensões grandes demais.',
  unreadable: 'Não foi possível ler esta imagem. Salve-a de novo em outro programa, ou envie outra.',
};

export const imageErrorKinds: Record<ImageRefusal, ErrorKind> = {
  'too-large': 'too-large',
  'moving-too-large': 'too-large',
  'not-an-image': 'unsupported',
  'too-many-pixels': 'unprocessable',
  unreadable: 'unprocessable',
};

const signatures: [ImageType, (bytes: Uint8Array) => boolean][] = [
  ['png', (b) => startsWith(b, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['jpeg', (b) => startsWith(b, [0xff, 0xd8, 0xff])],
  [
    'gif',
    (b) => startsWith(b, [0x47, 0x49, 0x46, 0x38]) && (b[4] === 0x37 || b[4] === 0x39) && b[5] === 0x61,
  ],
  [
    'webp',
    (b) => startsWith(b, [0x52, 0x49, 0x46, 0x46]) && startsWith(b.subarray(8), [0x57, 0x45, 0x42, 0x50]),
  ],
];

const startsWith = (bytes: Uint8Array, head: number[]): boolean =>
  head.every((value, i) => bytes[i] === value);

/** The picture's type by its magic bytes, ignoring name and declared type; null for anything else. */
export const sniffImage = (bytes: Uint8Array): ImageType | null =>
  signatures.find(([, matches]) => matches(bytes))?.[0] ?? null;

/** Bytes from which a format is known. */
export const sniffedBytes = 512;

const foreign: [name: string, matches: (head: string) => boolean][] = [
  [
    'AVIF',
    (head) => isBox(head, /^avi[fs]/) || (isBox(head, /^mif1/) && head.slice(16, 72).includes('avif')),
  ],
  ['HEIC (do iPhone)', (head) => isBox(head, /^(?:he[iv][cmsx]|mif1|msf1)/)],
  ['TIFF', (head) => head.startsWith('II*\0') || head.startsWith('MM\0*')],
  ['SVG', (head) => /^[^<]{0,3}<(?:\?xml|!--|!DOCTYPE svg|svg)/i.test(head) && /<svg[\s>/]/i.test(head)],
  ['PDF', (head) => head.startsWith('%PDF')],
  ['PSD', (head) => head.startsWith('8BPS')],
  ['JPEG XL', (head) => head.startsWith('\xff\x0a') || head.startsWith('\0\0\0\x0cJXL ')],
  ['BMP', (head) => head.startsWith('BM') && head.slice(6, 10) === '\0\0\0\0'],
  ['ICO', (head) => head.startsWith('\0\0\x01\0')],
];

/** An ISO base media file of such a brand. */
const isBox = (head: string, brand: RegExp): boolean =>
  head.slice(4, 8) === 'ftyp' && brand.test(head.slice(8, 12));

/** The format of a picture that we do not take, by its first bytes; undefined: none that we know. */
export function foreignImage(bytes: Uint8Array): string | undefined {
  const head = Array.from(bytes.subarray(0, sniffedBytes), (byte) => String.fromCharCode(byte)).join('');
  return foreign.find(([, matches]) => matches(head))?.[0];
}

/** The sentence of a refusal, with the format that was seen and those that are taken. */
export const withSeen = (sentence: string, { seen }: Seen): string =>
  seen ? `${sentence.replace(/\.$/, '')}. Esta é ${seen}: envie PNG, JPG, WEBP ou GIF.` : sentence;
