import { Hono } from 'hono';
import { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { driveRefusal } from '#features/catalog/package-definition.ts';
import { automaticFailure } from '#features/curation/answers.ts';
import { createFromDrive } from '#features/ingestion/create-from-drive.server.ts';
import { countDraftsText, creationTexts } from '#features/ingestion/drafts.ts';
import { readJson } from '#platform/http.server.ts';
import { typedLine } from '#platform/typed-text.ts';
import type { App } from '#routes/app.server.ts';

const missing = 'Por favor, insira um link do Google Drive primeiro';
const inputSchema = z.object({
  googleDriveUrl: typedLine({ error: missing }).max(2000, driveRefusal).default(''),
});

/** A refusal in both formats: the message, and code with message. */
const refused = (code: string, message: string) => ({ success: false, message, error: { code, message } });

/**
 * POST /functions/ai-create-packages {googleDriveUrl}: makes drafts from a Drive folder, for administrators.
 * Returns {success, message, error} when the drafts exist, or after some seconds while it continues.
 */
export function aiCreatePackagesEndpoint(app: App): Hono {
  return new Hono().post('/functions/ai-create-packages', async (c) => {
    const admin = requireAdmin(await app.viewers.read(c.req.raw));
    const { googleDriveUrl } = await readJson(c.req.raw, inputSchema);
    c.header('Cache-Control', 'no-store');
    if (!googleDriveUrl) return c.json(refused('invalid', missing), 400);
    const creation = await createFromDrive(app, admin, googleDriveUrl);
    if (creation.state === 'bad-address') return c.json(refused('invalid', driveRefusal), 400);
    if (creation.state === 'failed')
      return c.json({ ...refused('automatic-failed', automaticFailure), reason: creation.reason }, 422);
    const more = { import_id: creation.importId, review_url: '/admin/rascunhos' };
    if (creation.state === 'working')
      return c.json({ success: true, message: `${creationTexts.working}.`, error: null, ...more }, 202);
    if (creation.state === 'waiting')
      return c.json({ success: true, message: creation.reason, error: null, ...more }, 202);
    const { packages } = creation;
    const message = packages > 0 ? creationTexts.made : `${creationTexts.none}. ${creationTexts.noneWhy}`;
    const detail = packages > 0 ? { detail: countDraftsText(packages) } : {};
    return c.json({ success: true, message, error: null, packages_created: packages, ...detail, ...more });
  });
}
