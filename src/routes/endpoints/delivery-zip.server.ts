import type { IncomingMessage, ServerResponse } from 'node:http';
import { touchResults } from '#features/delivery/keep-results.server.ts';
import { layOutDelivery, zipRefusals } from '#features/delivery/lay-out-zip.server.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Fail, NodeHandler } from '#platform/http/refuse.server.ts';
import { isId } from '#platform/ids.ts';
import type { App } from '#routes/app.server.ts';
import { serveZip } from './serve-zip.server.ts';

/** GET and HEAD /preparar/{id}/zip: the files and lists of an own delivery as one file (serve-zip.server.ts). */
export function deliveryZipNodeHandler(app: App, fail: Fail): NodeHandler {
  return (req, res) => {
    const match = /^\/preparar\/([^/?]+)\/zip(?:\?|$)/.exec(req.url ?? '');
    if (!match || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
    const [, id = ''] = match;
    serve(app, req, res, id).catch((error: unknown) => {
      if (!res.destroyed) fail(res, error);
    });
    return true;
  };
}

async function serve(app: App, req: IncomingMessage, res: ServerResponse, id: string): Promise<void> {
  const subscriber = requireSubscriber(await app.viewers.read(req.headers.cookie ?? null));
  if (!isId(id)) throw new AppError('not-found', zipRefusals.unknown);
  await serveZip(app, req, res, subscriber, async () => {
    const zip = await layOutDelivery(app, subscriber, id);
    await touchResults(
      app,
      zip.files.flatMap(({ resultId }) => resultId ?? []),
    );
    const files = zip.files.map(({ trackId, packageId, packageTitle, name, size, sha256 }) => ({
      id: trackId,
      packageId,
      packageTitle,
      name,
      size,
      contentHash: sha256,
    }));
    return {
      ...zip,
      missing: zip.failed,
      handedOut: { kind: 'delivery', files, ...zip.issued },
    };
  });
}
