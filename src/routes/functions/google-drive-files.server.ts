import { Hono } from 'hono';
import { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { readDriveAddress } from '#features/catalog/drive-address.ts';
import { driveRefusal } from '#features/catalog/package-definition.ts';
import { DriveError, toAppError } from '#features/ingestion/imports.ts';
import { scanFolder } from '#features/ingestion/scan.ts';
import { readJson } from '#platform/http.server.ts';
import type { App } from '#routes/app.server.ts';

/** Validated strictly before any request is made. */
const schema = z.object({
  googleDriveUrl: z
    .string('Por favor, insira um link do Google Drive primeiro')
    .max(2000, driveRefusal)
    .transform((typed, context) => {
      const target = readDriveAddress(typed);
      if (!target) context.addIssue({ code: 'custom', message: driveRefusal });
      return target ?? z.NEVER;
    }),
});

/**
 * POST /functions/google-drive-files: the audio below a Drive link, for administrators only (A-04, SEC-04). Returns no
 * download URLs: only the import fetches files.
 */
export function googleDriveFilesEndpoint(app: App): Hono {
  return new Hono().post('/functions/google-drive-files', async (c) => {
    requireAdmin(await app.viewers.read(c.req.raw));
    const { googleDriveUrl } = await readJson(c.req.raw, schema);
    try {
      const scan = await scanFolder(app.drive, googleDriveUrl, c.req.raw.signal);
      const audioFiles = scan.files.map(({ id, name, size }) => ({ id, name, size: String(size ?? '') }));
      return c.json({ audioFiles }, 200, { 'Cache-Control': 'no-store' });
    } catch (error) {
      throw error instanceof DriveError ? toAppError(error) : error;
    }
  });
}
