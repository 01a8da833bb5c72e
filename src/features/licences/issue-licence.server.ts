import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { profiles } from '#db/schema/accounts.ts';
import { downloads } from '#db/schema/downloads.ts';
import {
  type LicenceCause,
  type LicenceTrack,
  licences,
  licenceTexts,
  stations,
} from '#db/schema/licences.ts';
import { newId } from '#platform/ids.ts';
import { nameless } from './model.ts';

/** The licence's text with its version, as getLicense reads it. */
export interface LicenceText {
  version: string;
  text: string;
}

/** What is licensed to whom. */
export interface Grant {
  /** Given where the id stands in what is delivered; a repeated one changes nothing. */
  id?: string;
  userId: string;
  cause: LicenceCause;
  /** What it is about: the name of the track, package or project. */
  subject: string;
  licence: LicenceText;
  /** As they are delivered: the hash is that of the delivered bytes. */
  tracks: readonly LicenceTrack[];
  at: Date;
  /** Issued ahead of the first byte: no download is counted yet. */
  isAhead?: boolean;
  contentKey?: string;
}

/** Of the text in UTF-8, in hex. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Writes a licence record, and the tracks into the person's downloads, within the caller's transaction: the station as
 * it is, the licence's text, the tracks with their hashes. Not safe to repeat without `id`. @returns its id
 */
export async function issueLicence(tx: Executor, grant: Grant): Promise<string> {
  const id = grant.id ?? newId(grant.at.getTime());
  await tx.execute(issuing({ ...grant, id }));
  return id;
}

/**
 * The same as one statement, for a download that may be refused. @param condition on which nothing is written and the
 * statement affects no row
 */
export function issuing(grant: Grant & { id: string }, condition: SQL = sql`true`): SQL {
  const { id, userId, cause, at } = grant;
  // A summary repeats what has been delivered.
  const delivered = cause === 'summary' || grant.isAhead ? [] : grant.tracks;
  const lines = delivered.map((track) => ({ ...track, id: newId(at.getTime()) }));
  const now = sql`${at.toISOString()}::timestamptz`;
  return sql`
    with allowed as materialized (select where ${condition}),
    licence_text as (
      insert into ${licenceTexts} (sha256, text)
      select ${hashOf(grant.licence.text)}, ${grant.licence.text} from allowed
      on conflict do nothing
    ),
    ${recording(grant, now)}
    insert into ${downloads}
      (id, user_id, track_id, package_id, track_name, package_title, kind, bytes, license_version, licence_id, created_at)
    select l.id, ${userId}, l."trackId", l."packageId", l.name, l."packageTitle", ${cause}, l.bytes,
      ${grant.licence.version}, ${id}, ${now}
    from allowed, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l(id text, "trackId" text, "packageId" text, name text, "packageTitle" text, bytes bigint)`;
}

/** The part of the statement that writes the record itself. */
function recording(grant: Grant & { id: string }, now: SQL): SQL {
  const { id, userId, cause, subject, licence, tracks, contentKey } = grant;
  const hashes = [...new Set(tracks.flatMap(({ sha256 }) => sha256 ?? []))];
  return sql`record as (
      insert into ${licences} (id, user_id, cause, subject, licensee, document, city, state, station_kind,
        licence_version, text_sha256, tracks, hashes, content_key, issued_at)
      select ${id}, ${userId}, ${cause}, ${subject},
        coalesce(s.name, nullif(p.display_name, ''), ${nameless}), s.document, s.city, s.state, s.kind,
        ${licence.version}, ${hashOf(licence.text)}, ${JSON.stringify(tracks)}::jsonb,
        ${sql.param(hashes)}::text[], ${contentKey ?? null}, ${now}
      from allowed
      left join ${profiles} p on p.user_id = ${userId}
      left join ${stations} s on s.user_id = ${userId}
      on conflict (id) do nothing
    )`;
}
