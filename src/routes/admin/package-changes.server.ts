import { z } from 'zod';
import type { Admin } from '#features/accounts/model.ts';
import { workFields } from '#features/catalog/work-definition.ts';
import { changePackages } from '#features/curation/batch/change-packages.server.ts';
import { batchSchema } from '#features/curation/batch/model.ts';
import { deletePackage, restorePackage } from '#features/curation/delete-package.server.ts';
import { duplicatePackage } from '#features/curation/duplicate-package.server.ts';
import { curationRefusals, type PackageForm, readPackageForm, trackTitle } from '#features/curation/model.ts';
import { movePackage, movingSchema } from '#features/curation/order-package.server.ts';
import { createPackage, updatePackage } from '#features/curation/save-package.server.ts';
import {
  orderTracks,
  removeTrack,
  renameTrack,
  saveTrackWork,
} from '#features/curation/tracks/change-tracks.server.ts';
import { startRefusals } from '#features/ingestion/imports.ts';
import { syncPackage } from '#features/ingestion/start-import.server.ts';
import { shapeOf } from '#platform/definition.ts';
import { formatCount } from '#platform/format.ts';
import { idsSchema } from '#platform/id-schema.ts';
import type { App } from '#routes/app.server.ts';
import { change, withConflict } from '#routes/changes.server.ts';

const refusals = curationRefusals;
const which = z.object({ id: z.string() });
const track = z.object({ trackId: z.string() });
/** More tracks than any package has. */
const mostTracks = 10_000;
const underWay = 'Os áudios da pasta do Google Drive estão sendo importados.';

/** Creates or updates a package, then starts the import of a new folder; the package is saved in any case. */
async function savePackage(app: App, admin: Admin, { id, ...form }: PackageForm & { id: string }) {
  const outcome = id ? await updatePackage(app, admin, id, form) : await createPackage(app, admin, form);
  if (!outcome.ok) return outcome;
  const saved = { ok: true as const, id: outcome.id };
  if (!outcome.hasNewFolder) return saved;
  const started = await syncPackage(app, admin, outcome.id);
  return started.ok
    ? { ...saved, description: underWay, importId: started.importId }
    : { ...saved, description: startRefusals[started.reason] };
}

const save = change(readPackageForm, savePackage, {
  done: ({ id }) => ({ title: id ? 'Pacote atualizado com sucesso!' : 'Pacote criado com sucesso!' }),
  refusals: withConflict(refusals, 'edited'),
});

/** The changes of the packages' pages. */
export const packageChanges = {
  save,
  create: save,
  sync: change(which, (app: App, admin: Admin, { id }) => syncPackage(app, admin, id), {
    done: { title: 'Sincronização iniciada', description: underWay },
    refusals: startRefusals,
  }),
  batch: change(
    (form) =>
      batchSchema.safeParse({ ...Object.fromEntries(form), ids: String(form.get('ids') ?? '').split(',') }),
    changePackages,
    {
      done: (_, { count }) => ({
        title:
          count === 1
            ? 'Pacote atualizado com sucesso!'
            : `${formatCount(count)} pacotes atualizados com sucesso!`,
      }),
      refusals,
    },
  ),
  order: change(movingSchema, movePackage, { done: 'Ordem dos pacotes salva', refusals }),
  duplicate: change(which, (app: App, admin: Admin, { id }) => duplicatePackage(app, admin, id), {
    done: { title: 'Pacote duplicado', description: 'A cópia está inativa, logo depois do original.' },
    refusals,
  }),
  delete: change(which, (app: App, admin: Admin, { id }) => deletePackage(app, admin, id, app.clock.now()), {
    done: 'Pacote excluído',
    refusals,
  }),
  restore: change(which, (app: App, admin: Admin, { id }) => restorePackage(app, admin, id), {
    done: 'Pacote restaurado',
    refusals,
  }),
  'track-order': change(
    z.object({ packageId: z.string(), ids: idsSchema(mostTracks) }),
    (app: App, admin: Admin, { packageId, ids }) => orderTracks(app, admin, packageId, ids),
    { done: 'Ordem das faixas salva', refusals },
  ),
  'track-rename': change(
    track.extend({ name: trackTitle }),
    (app: App, admin: Admin, { trackId, name }) => renameTrack(app, admin, trackId, name),
    { done: 'Faixa renomeada', refusals },
  ),
  'track-work': change(
    track.extend(shapeOf(workFields)),
    (app: App, admin: Admin, { trackId, ...work }) => saveTrackWork(app, admin, trackId, work),
    { done: 'Créditos salvos', refusals },
  ),
  'track-remove': change(
    track,
    (app: App, admin: Admin, { trackId }) => removeTrack(app, admin, trackId, app.clock.now()),
    { done: 'Faixa removida', refusals },
  ),
};
