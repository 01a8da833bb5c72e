import { post } from '#features/accounts/send.ts';
import {
  foreignImage,
  imageLimitBytes,
  jpegQuality,
  longestSide,
  optimiseFromBytes,
  sniffedBytes,
  withSeen,
} from '#features/media/model.ts';
import { linksIn } from '#platform/links.ts';
import { coverRefusals } from './refusals.ts';

interface SentPicture {
  key: string;
  url: string;
  before: number;
  after: number;
}

export type SendOutcome = { ok: true; picture: SentPicture } | { ok: false; message: string };

const failed = 'Não foi possível fazer upload da imagem.';

/** Shrinks a chosen picture in the browser, uploads it, and returns the result (PKM-14, PKM-16). */
export async function sendCover(file: File): Promise<SendOutcome> {
  if (!file.type.startsWith('image/')) {
    const seen = foreignImage(await headOf(file));
    return { ok: false, message: withSeen(coverRefusals['not-an-image'][1], { seen }) };
  }
  if (file.size > imageLimitBytes) return { ok: false, message: coverRefusals['too-large'][1] };
  const outcome = await take('/uploads/covers', await shrink(file));
  return outcome.ok ? { ok: true, picture: { ...outcome.picture, before: file.size } } : outcome;
}

/** Lets the server fetch a picture from an https URL, once. */
export function sendCoverAddress(typed: string): Promise<SendOutcome> {
  const url = linksIn(typed)[0] ?? typed;
  if (URL.parse(url)?.protocol !== 'https:')
    return Promise.resolve({ ok: false, message: coverRefusals['bad-address'][1] });
  return take('/uploads/covers/address', { url });
}

const headOf = async (file: Blob) => new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer());

async function take(path: string, sent: object): Promise<SendOutcome> {
  const { isOk, status, body, message } = await post<SentPicture>(path, sent);
  if (isOk && body.key) return { ok: true, picture: body as SentPicture };
  return { ok: false, message: (status < 500 && message) || failed };
}

/**
 * Shrinks a picture of 100 KB or more to 800 px as JPEG, or WebP with transparency; returns the original when it is
 * smaller, animated (GIF), or unsupported (PKM-17, A-69).
 */
async function shrink(file: File): Promise<Blob> {
  if (file.size < optimiseFromBytes || file.type === 'image/gif') return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    const type = file.type !== 'image/jpeg' && isTransparent(context) ? 'image/webp' : 'image/jpeg';
    const small = await canvas.convertToBlob({ type, quality: jpegQuality / 100 });
    return small.type === type && small.size < file.size ? small : file;
  } catch {
    return file;
  }
}

function isTransparent(context: OffscreenCanvasRenderingContext2D): boolean {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  return data.some((value, at) => at % 4 === 3 && value < 255);
}
