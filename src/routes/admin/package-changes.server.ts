import type { Admin } from '#features/accounts/model.ts';
import { failureOf, intentOf } from '#features/curation/answers.ts';
import { changePackages } from '#features/curation/batch/change-packages.server.ts';
import { batchSchema } from '#features/curation/batch/model.ts';
import { deletePackage, restorePackage } from '#features/curation/delete-package.server.ts';
import {
  type CurationAnswer,
  type CurationOutcome,
  curationRefusals,
  readPackageForm,
} from '#features/curation/model.ts';
import { createPackage, updatePackage } from '#features/curation/save-package.server.ts';
import { orderTracks, removeTrack, renameTrack } from '#features/curation/tracks/change-tracks.server.ts';
import { startRefusals } from '#features/ingestion/imports.ts';
import { syncPackage } from '#features/ingestion/start-import.server.ts';
import { firstMessage } from '#platform/errors.ts';
import { formatCount } from '#platform/format.ts';
import type { App } from '#routes/app.server.ts';

type Change = (app: App, admin: Admin, form: FormData) => Promise<CurationAnswer>;

const text = (form: FormData, name: string): string => String(form.get(name) ?? '');

/** A change whose form is one or two words. */
const simple =
  (intent: string, done: string, run: (...given: Parameters<Change>) => Promise<CurationOutcome>): Change =>
  async (...given) => {
    const outcome = await run(...given);
    if (outcome.ok) return { ok: true, intent, title: done };
    return failureOf(intent, curationRefusals[outcome.reason]);
  };

const savePackage: Change = async (app, admin, form) => {
  const id = text(form, 'id');
  const intent = intentOf(form);
  const parsed = readPackageForm(form);
  if (!parsed.success) {
    const { fieldErrors } = parsed.error.flatten();
    const description = firstMessage(parsed.error);
    return { ...failureOf(intent, description), errors: fieldErrors as Record<string, string[]> };
  }
  const outcome = id
    ? await updatePackage(app, admin, id, parsed.data)
    : await createPackage(app, admin, parsed.data);
  if (!outcome.ok) {
    const refused = failureOf(intent, curationRefusals[outcome.reason]);
    return outcome.reason === 'edited' ? { ...refused, isConflict: true } : refused;
  }
  const title = id ? 'Pacote atualizado com sucesso!' : 'Pacote criado com sucesso!';
  const saved: CurationAnswer = { ok: true, intent, title, id: outcome.id };
  return outcome.hasNewFolder ? { ...saved, ...(await fetchAudio(app, admin, outcome.id)) } : saved;
};

const underWay = 'Os áudios da pasta do Google Drive estão sendo importados.';

/** Starts to import a package's folder; the package is saved in any case. */
async function fetchAudio(app: App, admin: Admin, id: string): Promise<Partial<CurationAnswer>> {
  const started = await syncPackage(app, admin, id);
  return started.ok
    ? { description: underWay, importId: started.importId }
    : { description: startRefusals[started.reason] };
}

const sync: Change = async (app, admin, form) => {
  const started = await syncPackage(app, admin, text(form, 'id'));
  if (!started.ok) return failureOf('sync', startRefusals[started.reason]);
  const { importId } = started;
  return { ok: true, intent: 'sync', title: 'Sincronização iniciada', description: underWay, importId };
};

const batch: Change = async (app, admin, form) => {
  const ids = text(form, 'ids').split(',');
  const parsed = batchSchema.safeParse({ ...Object.fromEntries(form), ids });
  if (!parsed.success) return failureOf('batch', firstMessage(parsed.error));
  const outcome = await changePackages(app, admin, parsed.data);
  if (!outcome.ok) return failureOf('batch', curationRefusals[outcome.reason]);
  const { count } = outcome;
  const title =
    count === 1 ? 'Pacote atualizado com sucesso!' : `${formatCount(count)} pacotes atualizados com sucesso!`;
  return { ok: true, intent: 'batch', title };
};

const changes: Record<string, Change> = {
  create: savePackage,
  save: savePackage,
  sync,
  batch,
  delete: simple('delete', 'Pacote excluído', (app, admin, form) =>
    deletePackage(app, admin, text(form, 'id'), app.clock.now()),
  ),
  restore: simple('restore', 'Pacote restaurado', (app, admin, form) =>
    restorePackage(app, admin, text(form, 'id')),
  ),
  'track-order': simple('track-order', 'Ordem das faixas salva', (app, admin, form) =>
    orderTracks(app, admin, text(form, 'packageId'), text(form, 'ids').split(',')),
  ),
  'track-rename': simple('track-rename', 'Faixa renomeada', (app, admin, form) =>
    renameTrack(app, admin, text(form, 'trackId'), text(form, 'name').slice(0, 500)),
  ),
  'track-remove': simple('track-remove', 'Faixa removida', (app, admin, form) =>
    removeTrack(app, admin, text(form, 'trackId'), app.clock.now()),
  ),
};

export async function changeCatalog(app: App, admin: Admin, form: FormData): Promise<CurationAnswer> {
  const intent = intentOf(form);
  const change = Object.hasOwn(changes, intent) ? changes[intent] : undefined;
  return change ? change(app, admin, form) : failureOf('save', 'Ação desconhecida.');
}
