import { Hono } from 'hono';
import { certificateOf } from '#features/licences/certificate.ts';
import { findShownLicence } from '#features/licences/licence-queries.server.ts';
import { issuerOf, type Licence } from '#features/licences/model.ts';
import { rememberedPdf } from '#features/licences/remember-pdf.server.ts';
import { licenceKeysOf } from '#features/licences/signing.server.ts';
import { callerOf } from '#platform/caller.server.ts';
import { AppError } from '#platform/errors.ts';
import { attachment } from '#platform/http/disposition.ts';
import type { App } from '#routes/app.server.ts';

/**
 * GET /certificado/{id}.json and .pdf: a licence for whoever knows its id, signed or on paper; a CPF is whole for its
 * owner and administrators only. GET /.well-known/sonoteca-keys.json: the keys that signatures are checked
 * with.
 */
export function certificatesEndpoint(app: App): Hono {
  const issuer = issuerOf(app.settings);
  return new Hono()
    .get('/certificado/:file{[0-9a-z]+\\.json}', async (c) => {
      const viewer = await app.viewers.read(c.req.raw);
      const licence = await findFor(app, viewer, c.req.param('file'));
      const signed = licenceKeysOf(app.settings).sign(certificateOf(licence, issuer));
      return c.body(JSON.stringify(signed, null, 2), 200, {
        ...headersOf(`certificado-${licence.id}.json`),
        'Content-Type': 'application/json; charset=utf-8',
      });
    })
    .get('/certificado/:file{[0-9a-z]+\\.pdf}', async (c) => {
      const viewer = await app.viewers.read(c.req.raw);
      const licence = await findFor(app, viewer, c.req.param('file'));
      const caller = callerOf(c.req.raw.headers, viewer?.user);
      const pdf = await rememberedPdf(licence, issuer, { caller, signal: c.req.raw.signal });
      return c.body(new Uint8Array(pdf), 200, {
        ...headersOf(`certificado-${licence.id}.pdf`),
        'Content-Type': 'application/pdf',
      });
    })
    .get('/.well-known/sonoteca-keys.json', (c) =>
      c.json({ keys: licenceKeysOf(app.settings).publicKeys }, 200, {
        'Cache-Control': 'public, max-age=3600',
        'Access-Control-Allow-Origin': '*',
      }),
    );
}

const headersOf = (name: string): Record<string, string> => ({
  'Content-Disposition': attachment(name),
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
});

/** The licence as the viewer may see it. @throws AppError `not-found` for an unknown id */
async function findFor(
  app: App,
  viewer: Awaited<ReturnType<App['viewers']['read']>>,
  file: string,
): Promise<Licence> {
  const licence = await findShownLicence(app.db, file.replace(/\..*$/, ''), viewer?.user);
  if (!licence) throw new AppError('not-found', 'Certificado não encontrado.');
  return licence;
}
