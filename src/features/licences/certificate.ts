import { instant } from '#platform/calendar.ts';
import { shownDocument } from './documents.ts';
import { certificateUrl, type Issuer, type Licence } from './model.ts';

/** A certificate as it is signed: complete, so that it can be read without us. */
export interface Certificate {
  type: 'sonoteca-licence';
  version: 1;
  issuer: string;
  id: string;
  url: string;
  issuedAt: string;
  cause: string;
  subject: string;
  station: {
    name: string;
    document: string | null;
    city: string | null;
    state: string | null;
    kind: string | null;
  };
  licence: { version: string; sha256: string; text: string };
  tracks: {
    name: string;
    package: string;
    sha256: string | null;
    bytes: number | null;
    licence?: string;
    at?: string;
  }[];
}

export interface SignedCertificate {
  certificate: Certificate;
  signature: { algorithm: 'Ed25519'; canonicalization: 'RFC 8785'; kid: string; value: string };
}

/** What is signed of a licence. */
export function certificateOf(licence: Licence, issuer: Issuer): Certificate {
  const { id, cause, subject, licensee, version, text, textSha256, tracks, issuedAt } = licence;
  return {
    type: 'sonoteca-licence',
    version: 1,
    issuer: issuer.siteName,
    id,
    url: certificateUrl(issuer, id),
    issuedAt: instant(issuedAt),
    cause,
    subject,
    station: licensee,
    licence: { version, sha256: textSha256, text },
    tracks: tracks.map(({ name, packageTitle, sha256, bytes, from }) => ({
      name,
      package: packageTitle,
      sha256,
      bytes,
      ...(from && { licence: from.id, at: from.at }),
    })),
  };
}

/** A licence as others than its owner see it: a CPF is half hidden. */
export function forOthers(licence: Licence): Licence {
  const { document } = licence.licensee;
  return document
    ? { ...licence, licensee: { ...licence.licensee, document: shownDocument(document) } }
    : licence;
}
