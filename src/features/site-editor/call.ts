import { post } from '#features/accounts/send.ts';
import type { SectionName } from '#features/site/model.ts';
import type { Issues, KeptVersion, SaveAnswer, StoredSection } from './model.ts';
import type { SitePictureUse } from './pictures.ts';

/** A failed save: the server's message, or null without a readable response. */
interface Failure {
  ok: false;
  reason: 'failed';
  message: string | null;
}

/** Saves a section; never throws. */
export async function saveContent<N extends SectionName>(
  section: N,
  version: number,
  content: unknown,
): Promise<SaveAnswer<N> | Failure> {
  const { isOk, status, body, message } = await post<{
    stored: StoredSection<N>;
    theirs: StoredSection<N>;
    issues: Issues;
  }>('/functions/save-content', { section, version, content });
  if (isOk && body.stored) return { ok: true, stored: body.stored };
  if (status === 409 && body.theirs) return { ok: false, reason: 'changed-meanwhile', theirs: body.theirs };
  if (status === 422 && body.issues) return { ok: false, reason: 'invalid', issues: body.issues };
  return { ok: false, reason: 'failed', message: message ?? null };
}

/** The last versions of a section, newest first; null when they cannot be read. */
export async function fetchVersions<N extends SectionName>(section: N): Promise<KeptVersion<N>[] | null> {
  try {
    const response = await fetch(`/functions/content-history?section=${section}`);
    if (!response.ok) return null;
    const { versions } = (await response.json()) as { versions: KeptVersion<N>[] };
    return versions;
  } catch {
    return null;
  }
}

export type PictureAnswer =
  | { ok: true; url: string }
  | { ok: false; message: string | null; isNetwork: boolean };

/** Uploads a site picture and returns its URL; never throws. */
export async function sendPicture(use: SitePictureUse, file: File): Promise<PictureAnswer> {
  const { isOk, status, body, message } = await post<{ url: string }>(`/uploads/site-image?use=${use}`, file);
  if (isOk && body.url) return { ok: true, url: body.url };
  return { ok: false, message: message ?? null, isNetwork: status === 0 };
}
