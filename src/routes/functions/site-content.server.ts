import { Hono } from 'hono';
import { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { sectionNames } from '#features/site/model.ts';
import { conflictSentence, saveCallSchema } from '#features/site-editor/model.ts';
import { listKeptVersions } from '#features/site-editor/queries.server.ts';
import { saveFromEditor } from '#features/site-editor/save-from-editor.server.ts';
import { firstOf } from '#platform/elements.ts';
import { AppError } from '#platform/errors.ts';
import { readJson } from '#platform/http.server.ts';
import type { App } from '#routes/app.server.ts';

const sectionSchema = z.enum(sectionNames);
const noStore = { 'Cache-Control': 'no-store' };

/**
 * POST /functions/save-content {section, version, content}: an administrator saves a section. 409 with the other text
 * on a conflict, 422 with a message per invalid field. GET /functions/content-history?section=: its last 20 versions.
 */
export function siteContentEndpoint(app: App): Hono {
  return new Hono()
    .post('/functions/save-content', async (c) => {
      const admin = requireAdmin(await app.viewers.read(c.req.raw));
      const call = await readJson(c.req.raw, saveCallSchema, 256 * 1024);
      const answer = await saveFromEditor(app, admin, call, app.clock.now());
      if (answer.ok) return c.json(answer, 200, noStore);
      if (answer.reason === 'invalid') {
        const message = firstOf(Object.values(answer.issues));
        return c.json({ ...answer, error: { code: 'invalid', message } }, 422, noStore);
      }
      return c.json({ ...answer, error: { code: 'conflict', message: conflictSentence } }, 409, noStore);
    })
    .get('/functions/content-history', async (c) => {
      const admin = requireAdmin(await app.viewers.read(c.req.raw));
      const section = sectionSchema.safeParse(c.req.query('section'));
      if (!section.success) throw new AppError('invalid', 'Seção desconhecida.');
      return c.json({ versions: await listKeptVersions(app.db, admin, section.data) }, 200, noStore);
    });
}
