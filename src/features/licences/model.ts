import type { LicenceCause, LicenceTrack } from '#db/schema/licences.ts';
import type { Station } from './station-definition.ts';

/** What led to a licence. */
export const causes: Record<LicenceCause, string> = {
  track: 'Download de uma faixa',
  zip: 'Download de um pacote',
  delivery: 'Entrega para o ar',
  summary: 'Relação de licenças',
};

/** A licence as it was issued, with its text. */
export interface Licence {
  id: string;
  /** Null: the account is gone. */
  userId: string | null;
  cause: LicenceCause;
  subject: string;
  licensee: Station;
  version: string;
  text: string;
  textSha256: string;
  /** Withdrawn: in a summary, one whose own licence was. */
  tracks: (LicenceTrack & { isWithdrawn?: boolean })[];
  issuedAt: Date;
  withdrawn: { at: Date; reason: string } | null;
}

/** Longest reason of a withdrawal. */
export const longestReason = 500;

/** Tracks that one certificate may hold. */
export const mostSummed = 1_000;

export type SummaryRefusal = 'nothing' | 'too-many' | 'unknown';

/** Who is named where a person has neither station nor name. */
export const nameless = 'Titular da conta';

/** What a licence is called in a ZIP. */
export const licenceFiles = { text: 'LICENCA.txt', pdf: 'LICENCA.pdf' } as const;

/** Where certificates say that they come from. */
export interface Issuer {
  siteName: string;
  publicUrl: string;
}

/** As the settings name it. */
export const issuerOf = (settings: { SITE_NAME: string; PUBLIC_URL: string }): Issuer => ({
  siteName: settings.SITE_NAME,
  publicUrl: settings.PUBLIC_URL,
});

/** The page that shows whether a licence is valid. */
export const certificateUrl = ({ publicUrl }: Issuer, id: string): string => `${publicUrl}/certificado/${id}`;

/** Enough of a hash to compare by eye: 16 characters in groups of four. */
export const shortHash = (sha256: string | null): string =>
  sha256 === null ? 'sem código' : (sha256.slice(0, 16).match(/.{4}/g) ?? []).join(' ');
