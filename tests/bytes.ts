import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { tracks } from '#db/schema/catalog.ts';
import { aTrack } from './builders.ts';
import type { TestSite } from './site.ts';

/** A track with its bytes in the site's store. */
export async function aStoredTrack(
  site: TestSite,
  bytes: Buffer,
  given: Partial<typeof tracks.$inferInsert> = {},
): Promise<typeof tracks.$inferSelect> {
  const contentHash = createHash('sha256').update(bytes).digest('hex');
  const row = await aTrack(site.db, { size: bytes.length, contentHash, ...given });
  await site.storage.put(row.storageKey!, bytes, { mime: row.mime });
  return row;
}

/** A signed address from audio-proxy. */
export async function addressOf(site: TestSite, cookie: string, trackId: string): Promise<string> {
  const response = await site.ask(
    '/functions/audio-proxy',
    { Cookie: cookie, 'Content-Type': 'application/json' },
    { method: 'POST', body: JSON.stringify({ trackId }) },
  );
  expect(response.status).toBe(200);
  return ((await response.json()) as { url: string }).url;
}

/** Status and code of a refusal; checks that its message is a Portuguese sentence. */
export async function refusalOf(response: Response): Promise<[status: number, code: string]> {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  expect(error.message).toMatch(/[a-zà-ú]{3,}.*\.$/i);
  return [response.status, error.code];
}
