import { send } from '#features/accounts/send.ts';
import type { SectionName } from '#features/site/model.ts';
import type { Issues, KeptVersion, SaveAnswer, StoredSection } from './model.ts';
import type { SitePictureUse } from './pictures.ts';

/** A failed save: the server's message, or null without a readable response. */
interface Failure {
  ok: false;
  reason: 'failed';
  message: string | null;
}

interface ErrorBody {
  error?: { message?: string };
}

const readBody = async <T>(response: Response): Promise<(Partial<T> & ErrorBody) | null> =>
  (await response.json().catch(() => null)) as (Partial<T> & ErrorBody) | null;

/** Saves a section; never throws. */
export async function saveContent<N extends SectionName>(
  section: N,
  version: number,
  content: unknown,
): Promise<SaveAnswer<N> | Failure> {
  try {
    const response = await send('/functions/save-content', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ section, version, content }),
    });
    const body = await readBody<{ stored: StoredSection<N>; theirs: StoredSection<N>; issues: Issues }>(
      response,
    );
    if (response.ok && body?.stored) return { ok: true, stored: body.stored };
    if (response.status === 409 && body?.theirs)
      return { ok: false, reason: 'changed-meanwhile', theirs: body.theirs };
    if (response.status === 422 && body?.issues) return { ok: false, reason: 'invalid', issues: body.issues };
    return { ok: false, reason: 'failed', message: body?.error?.message ?? null };
  } catch {
    return { ok: false, reason: 'failed', message: null };
  }
}

/** The last versions of a section, newest first; null when they cannot be read. */
export async function fetchVersions<N extends SectionName>(section: N): Promise<KeptVersion<N>[] | null> {
  try {
    const response = await fetch(`/functions/content-history?section=${section}`);
    const body = await readBody<{ versions: KeptVersion<N>[] }>(response);
    return response.ok ? (body?.versions ?? null) : null;
  } catch {
    return null;
  }
}

export type PictureAnswer =
  | { ok: true; url: string }
  | { ok: false; message: string | null; isNetwork: boolean };

/** Uploads a site picture and returns its URL; never throws. */
export async function sendPicture(use: SitePictureUse, file: File): Promise<PictureAnswer> {
  try {
    const response = await send(`/uploads/site-image?use=${use}`, {
      headers: { 'Content-Type': 'application/octet-stream' },
      body: file,
    });
    const body = await readBody<{ url: string }>(response);
    if (response.ok && body?.url) return { ok: true, url: body.url };
    return { ok: false, message: body?.error?.message ?? null, isNetwork: false };
  } catch {
    return { ok: false, message: null, isNetwork: true };
  }
}
