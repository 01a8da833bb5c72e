import type { Admin } from '#features/accounts/model.ts';
import {
  type DraftRefusal,
  draftFormSchema,
  draftRefusals,
  type ReviewAnswer,
} from '#features/ingestion/draft-review.ts';
import {
  discardDraft,
  type Publication,
  publishDrafts,
  saveDraft,
} from '#features/ingestion/review-drafts.server.ts';
import { firstMessage } from '#platform/errors.ts';
import { formatCount } from '#platform/format.ts';
import type { App } from '#routes/app.server.ts';
import { changeCatalog } from './package-changes.server.ts';

type Change = (app: App, admin: Admin, form: FormData) => Promise<ReviewAnswer>;

const titles: Record<string, string> = {
  'draft-save': 'Erro ao salvar rascunho',
  publish: 'Não foi possível publicar',
  discard: 'Erro ao excluir rascunho',
};

const refused = (intent: string, reason: DraftRefusal): ReviewAnswer => ({
  ok: false,
  intent,
  title: titles[intent]!,
  description: draftRefusals[reason],
  isConflict: reason === 'changed',
});

async function save(app: App, admin: Admin, form: FormData, intent: string): Promise<ReviewAnswer> {
  const parsed = draftFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) {
    const description = firstMessage(parsed.error);
    const errors = parsed.error.flatten().fieldErrors as Record<string, string[]>;
    return { ok: false, intent, title: titles[intent]!, description, errors };
  }
  const outcome = await saveDraft(app, admin, parsed.data);
  if (!outcome.ok) return refused(intent, outcome.reason);
  return { ok: true, intent, title: 'Rascunho salvo', version: outcome.version };
}

/** Saves the form first, so that what was shown is what is published. */
const publish: Change = async (app, admin, form) => {
  const saved = await save(app, admin, form, 'publish');
  if (!saved.ok) return saved;
  const { published, refused: left } = await publishDrafts(app, admin, [String(form.get('id'))]);
  const [done] = published;
  if (!done) return refused('publish', left[0]?.reason ?? 'gone');
  return { ok: true, intent: 'publish', title: 'Pacote publicado', description: done.title };
};

const changes: Record<string, Change> = {
  'draft-save': (app, admin, form) => save(app, admin, form, 'draft-save'),
  publish,
  'publish-all': async (app, admin) => answerOfAll(await publishDrafts(app, admin, null)),
  discard: async (app, admin, form) => {
    const outcome = await discardDraft(app, admin, String(form.get('id')));
    if (!outcome.ok) return refused('discard', outcome.reason);
    return { ok: true, intent: 'discard', title: 'Rascunho excluído' };
  },
};

/** How many were published, and why the first of the others was not. */
function answerOfAll({ published, refused: left }: Publication): ReviewAnswer {
  const n = published.length;
  const [first] = left;
  const kept = left.length === 1 ? '1 ficou na lista' : `${formatCount(left.length)} ficaram na lista`;
  const why = first ? { description: `${kept}. ${first.title}: ${draftRefusals[first.reason]}` } : {};
  if (n === 0) return { ok: false, intent: 'publish-all', title: 'Nenhum rascunho publicado', ...why };
  const title = n === 1 ? '1 pacote publicado' : `${formatCount(n)} pacotes publicados`;
  return { ok: true, intent: 'publish-all', title, ...why };
}

/** Handles the review list's forms by `intent`; those of tracks belong to the catalogue. */
export async function changeDraft(app: App, admin: Admin, form: FormData): Promise<ReviewAnswer> {
  const change = changes[String(form.get('intent'))];
  return change ? change(app, admin, form) : changeCatalog(app, admin, form);
}
