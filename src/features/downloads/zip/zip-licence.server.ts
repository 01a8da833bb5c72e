import { crc32 } from 'node:zlib';
import type { Executor } from '#db/open.server.ts';
import { draftLicence } from '#features/licences/draft-licence.server.ts';
import type { Grant } from '#features/licences/issue-licence.server.ts';
import { rememberedPdf } from '#features/licences/licence-pdf.server.ts';
import { licenceText } from '#features/licences/licence-text.ts';
import { type Issuer, licenceFiles } from '#features/licences/model.ts';
import type { LicenceKeys } from '#features/licences/signing.server.ts';
import type { SourcedEntry } from './sources.ts';

/** The licence that lies in a ZIP: its id and content for the record, its files for the layout. */
export interface ZipLicence {
  id: string;
  contentKey: string;
  entries: SourcedEntry[];
}

/** Drafts the licence of a ZIP and writes LICENCA.txt and LICENCA.pdf; the same for the same content. */
export async function zipLicence(
  deps: { db: Executor; keys: Pick<LicenceKeys, 'derive'>; issuer: Issuer },
  grant: Omit<Grant, 'id' | 'contentKey'>,
  modifiedAt: Date,
): Promise<ZipLicence> {
  const { licence, contentKey } = await draftLicence(deps, grant);
  const text = Buffer.from(licenceText(licence, deps.issuer));
  const pdf = await rememberedPdf(licence, deps.issuer);
  const entry = (name: string, bytes: Buffer) => ({
    name,
    size: bytes.length,
    crc32: crc32(bytes),
    modifiedAt,
    sources: [bytes],
  });
  return {
    id: licence.id,
    contentKey,
    entries: [entry(licenceFiles.text, text), entry(licenceFiles.pdf, pdf)],
  };
}
