import type { IncomingMessage, ServerResponse } from 'node:http';
import { isDownloadable } from '#features/catalog/kinds.ts';
import { refusals } from '#features/downloads/model.ts';
import { findPackageFiles } from '#features/downloads/queries.server.ts';
import { preparePackageZip } from '#features/downloads/zip/prepare-zip.server.ts';
import { getLicense } from '#features/site/queries.server.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Fail, NodeHandler } from '#platform/http/refuse.server.ts';
import { isId } from '#platform/ids.ts';
import type { App } from '#routes/app.server.ts';
import { serveZip } from './serve-zip.server.ts';

/** GET and HEAD /package/{id}/zip: all tracks of a package as one file (serve-zip.server.ts). */
export function zipNodeHandler(app: App, fail: Fail): NodeHandler {
  return (req, res) => {
    const match = /^\/package\/([^/?]+)\/zip(?:\?|$)/.exec(req.url ?? '');
    if (!match || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
    const [, packageId = ''] = match;
    serve(app, req, res, packageId).catch((error: unknown) => {
      if (!res.destroyed) fail(res, error);
    });
    return true;
  };
}

async function serve(app: App, req: IncomingMessage, res: ServerResponse, packageId: string): Promise<void> {
  if (!isId(packageId)) throw new AppError('not-found', refusals.unknownPackage);
  const subscriber = requireSubscriber(await app.viewers.read(req.headers.cookie ?? null));
  const pack = await findPackageFiles(app.db, packageId);
  if (!pack) throw new AppError('not-found', refusals.unknownPackage);
  if (!isDownloadable(pack.kind)) throw new AppError('forbidden', refusals.jingle);
  await serveZip(app, req, res, subscriber, async (left) => {
    const zip = await preparePackageZip(app, pack, left);
    return {
      ...zip,
      total: pack.files.length,
      missing: zip.missing.length,
      handedOut: { kind: 'zip', files: zip.included, licence: await getLicense(app) },
    };
  });
}
