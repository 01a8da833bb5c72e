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
  userId: string;
  cause: LicenceCause;
  /** What it is about: the name of the track, package or project. */
  subject: string;
  licence: LicenceText;
  /** As they are delivered: the hash is that of the delivered bytes. */
  tracks: readonly LicenceTrack[];
  at: Date;
  /** Given where it stands in what is delivered; a repeated one changes nothing. */
  id?: string;
}

/** Of the text in UTF-8, in hex. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Writes a licence record within the caller's transaction: the station as it is, the licence's text, the tracks with
 * their hashes. Not safe to repeat without `id`. @returns its id
 */
export async function issueLicence(tx: Executor, grant: Grant): Promise<string> {
  const id = grant.id ?? newId(grant.at.getTime());
  await tx.execute(sql`with ${recording({ ...grant, id }, sql`true`)} select from record`);
  return id;
}

/**
 * The record together with the person's downloads, as one statement. @param condition unless it holds, nothing is
 * written and the statement affects no row
 */
export function issuing({ id: given, ...grant }: Grant, condition: SQL): SQL {
  const { userId, cause, tracks, at } = grant;
  const id = given ?? newId(at.getTime());
  const lines = tracks.map((track) => ({ ...track, id: newId(at.getTime()) }));
  return sql`
    with ${recording({ ...grant, id }, condition)}
    insert into ${downloads}
      (id, user_id, track_id, package_id, track_name, package_title, kind, bytes, license_version, licence_id, created_at)
    select l.id, ${userId}, l."trackId", l."packageId", l.name, l."packageTitle", ${cause}, l.bytes,
      ${grant.licence.version}, ${id}, ${timeOf(at)}
    from allowed, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l(id text, "trackId" text, "packageId" text, name text, "packageTitle" text, bytes bigint)`;
}

const timeOf = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** The parts of the statement that write the record and its text. */
function recording(grant: Grant & { id: string }, condition: SQL): SQL {
  const { id, userId, cause, subject, licence, tracks, at } = grant;
  const textSha256 = hashOf(licence.text);
  const hashes = [...new Set(tracks.flatMap(({ sha256 }) => sha256 ?? []))];
  return sql`allowed as materialized (select where ${condition}),
    licence_text as (
      insert into ${licenceTexts} (sha256, text)
      select ${textSha256}, ${licence.text} from allowed
      on conflict do nothing
    ),
    record as (
      insert into ${licences} (id, user_id, cause, subject, licensee, document, city, state, station_kind,
        licence_version, text_sha256, tracks, hashes, issued_at)
      select ${id}, ${userId}, ${cause}, ${subject},
        coalesce(s.name, nullif(p.display_name, ''), ${nameless}), s.document, s.city, s.state, s.kind,
        ${licence.version}, ${textSha256}, ${JSON.stringify(tracks)}::jsonb,
        ${sql.param(hashes)}::text[], ${timeOf(at)}
      from allowed
      left join ${profiles} p on p.user_id = ${userId}
      left join ${stations} s on s.user_id = ${userId}
      on conflict (id) do nothing
      returning id
    )`;
}
