import { z } from 'zod';
import type { Admin } from '#features/accounts/model.ts';
import { draftFormSchema, draftRefusals } from '#features/ingestion/draft-review.ts';
import {
  discardDraft,
  type Publication,
  publishDrafts,
  saveDraft,
} from '#features/ingestion/review-drafts.server.ts';
import { formatCount } from '#platform/format.ts';
import type { App } from '#routes/app.server.ts';
import { change, withConflict } from '#routes/changes.server.ts';
import { packageChanges } from './package-changes.server.ts';

const refusals = withConflict(draftRefusals, 'changed');

/** Saves the form first, so that what was shown is what is published. */
async function publish(app: App, admin: Admin, form: z.output<typeof draftFormSchema>) {
  const saved = await saveDraft(app, admin, form);
  if (!saved.ok) return saved;
  const { published, refused } = await publishDrafts(app, admin, [form.id]);
  const [done] = published;
  if (done) return { ok: true as const, description: done.title };
  return { ok: false as const, reason: refused[0]?.reason ?? 'gone' };
}

/** How many were published, and why the first of the others was not. */
function sayAll({ published, refused }: Publication) {
  const n = published.length;
  const [first] = refused;
  const kept = refused.length === 1 ? '1 ficou na lista' : `${formatCount(refused.length)} ficaram na lista`;
  const why = first ? { description: `${kept}. ${first.title}: ${draftRefusals[first.reason]}` } : {};
  if (n === 0) return { ok: false, ...why };
  return { ok: true, title: n === 1 ? '1 pacote publicado' : `${formatCount(n)} pacotes publicados`, ...why };
}

/** The changes of the review list; those of tracks belong to the catalogue. */
export const draftChanges = {
  ...packageChanges,
  'draft-save': change(draftFormSchema, saveDraft, { done: 'Rascunho salvo', refusals }),
  publish: change(draftFormSchema, publish, { done: 'Pacote publicado', refusals }),
  'publish-all': async (app: App, admin: Admin) => sayAll(await publishDrafts(app, admin, null)),
  discard: change(
    z.object({ id: z.string() }),
    (app: App, admin: Admin, { id }) => discardDraft(app, admin, id),
    { done: 'Rascunho excluído', refusals },
  ),
};
