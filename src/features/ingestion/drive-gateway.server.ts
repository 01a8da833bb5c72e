import { setTimeout as wait } from 'node:timers/promises';
import type { drive_v3 } from '@googleapis/drive';
import { z } from 'zod';
import { SettingsError } from '#platform/env.server.ts';
import { readRefusal } from './drive-errors.ts';
import { readDriveName } from './drive-name.ts';
import { attentive } from './idle-timeout.ts';
import { DriveError, type DriveGateway, type DriveItem, folderType, shortcutType } from './imports.ts';
import { onSameHost } from './same-host.ts';

interface DriveSettings {
  GOOGLE_API_KEY?: string | undefined;
  GOOGLE_SERVICE_ACCOUNT_JSON?: string | undefined;
  GOOGLE_DRIVE_API_BASE_URL?: string | undefined;
  GOOGLE_DRIVE_DEMO_LINK?: string | undefined;
}

interface DriveOptions {
  /** Timeout between two bytes in milliseconds. */
  silence?: number;
  /** fetch and sleep, replaced in tests. */
  fetch?: typeof fetch;
  pause?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

const retries = 3;
/** Longest backoff in milliseconds; when Drive asks for more, the call fails and is queued for later. */
const longestWait = 30_000;
/** Entries per page, and maximum pages per folder. */
const pageSize = 1000;
const maxPages = 200;
const scopes = ['https://www.googleapis.com/auth/drive.readonly'];
const idPattern = /^[A-Za-z0-9_-]{1,200}$/;
const typePattern = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;
const unknownType = 'application/octet-stream';

const itemFields =
  'id,name,mimeType,size,md5Checksum,resourceKey,shortcutDetails(targetId,targetMimeType,targetResourceKey)';
const bytes = z.coerce.number().int().nonnegative();
const itemSchema = z.object({
  id: z.string().regex(idPattern),
  name: z.string().max(10_000).default('').transform(readDriveName),
  mimeType: z.string().regex(typePattern).default(unknownType).catch(unknownType),
  size: bytes.nullish().catch(null),
  md5Checksum: z
    .string()
    .regex(/^[0-9a-f]{32}$/i)
    .nullish()
    .catch(null),
  resourceKey: z.string().regex(idPattern).nullish().catch(null),
  shortcutDetails: z
    .object({
      targetId: z.string().regex(idPattern),
      targetMimeType: z.string().nullish(),
      targetResourceKey: z.string().regex(idPattern).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});
type Entry = z.output<typeof itemSchema>;
const pageSchema = z.object({ nextPageToken: z.string().nullish(), files: z.array(itemSchema).default([]) });

const toItem = (entry: Entry): DriveItem => ({
  id: entry.id,
  name: entry.name,
  mimeType: entry.mimeType,
  size: entry.size ?? null,
  md5: entry.md5Checksum?.toLowerCase() ?? null,
  resourceKey: entry.resourceKey ?? null,
});

/**
 * Google Drive through its library, with an API key in a header (errors would show it in a URL) or a service account.
 * Sends ids only, to Google or to the stand-in of GOOGLE_DRIVE_API_BASE_URL, never to a host named in a
 * response. @throws SettingsError when the service account's JSON is malformed
 */
export function openDrive(settings: DriveSettings, options: DriveOptions = {}): DriveGateway {
  const key = settings.GOOGLE_API_KEY;
  const account = settings.GOOGLE_SERVICE_ACCOUNT_JSON;
  const isConfigured = Boolean(key || account);
  const pause = options.pause ?? ((ms, signal) => wait(ms, undefined, signal ? { signal } : {}));
  const send = attentive(onSameHost(options.fetch ?? fetch), options.silence ?? 10_000);
  const base = settings.GOOGLE_DRIVE_API_BASE_URL;
  const credentials = account ? readAccount(account) : null;
  let client: drive_v3.Drive | undefined;
  /** Loads the library, which most processes never need. */
  async function openClient(): Promise<drive_v3.Drive> {
    const { auth, drive } = await import('@googleapis/drive');
    return drive({
      version: 'v3',
      ...(base ? { rootUrl: base } : {}),
      ...(credentials
        ? {
            auth: new auth.JWT({ ...credentials, scopes, transporterOptions: { fetchImplementation: send } }),
          }
        : {}),
      ...(key && !account ? { headers: { 'X-Goog-Api-Key': key } } : {}),
      fetchImplementation: send,
      retry: false,
    } as drive_v3.Options);
  }

  /** Runs one call; retries temporary refusals with backoff, respecting Retry-After. */
  async function ask<T>(
    signal: AbortSignal | undefined,
    call: (api: drive_v3.Drive['files']) => Promise<T>,
  ): Promise<T> {
    if (!isConfigured) throw new DriveError('not-configured');
    client ??= await openClient();
    for (let attempt = 0; ; attempt++) {
      signal?.throwIfAborted();
      try {
        return await call(client.files);
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        const refusal = readRefusal(error);
        const delay = refusal.retryAfter === null ? 500 * 2 ** attempt : refusal.retryAfter * 1000;
        const isPassing = refusal.reason === 'busy' || refusal.reason === 'unreachable';
        if (!isPassing || attempt >= retries || delay > longestWait) throw refusal;
        await pause(delay, signal);
      }
    }
  }

  const headersFor = (id: string, resourceKey: string | null): { headers?: Record<string, string> } =>
    resourceKey ? { headers: { 'X-Goog-Drive-Resource-Keys': `${id}/${resourceKey}` } } : {};

  const get = async (id: string, resourceKey: string | null, signal?: AbortSignal): Promise<Entry> => {
    const params = { fileId: id, fields: itemFields, supportsAllDrives: true };
    const answer = await ask(signal, (api) =>
      api.get(params, { ...headersFor(id, resourceKey), ...(signal ? { signal } : {}) }),
    );
    return parse(itemSchema, answer.data);
  };

  /** A shortcut's target, under the shortcut's name; the shortcut itself when the target is missing. */
  async function follow(entry: Entry, signal?: AbortSignal): Promise<DriveItem> {
    const target = entry.shortcutDetails;
    if (entry.mimeType !== shortcutType || !target) return toItem(entry);
    const resourceKey = target.targetResourceKey ?? null;
    if (target.targetMimeType === folderType)
      return {
        ...toItem(entry),
        id: target.targetId,
        mimeType: folderType,
        size: null,
        md5: null,
        resourceKey,
      };
    try {
      const found = toItem(await get(target.targetId, resourceKey, signal));
      return { ...found, name: entry.name, resourceKey: found.resourceKey ?? resourceKey };
    } catch (error) {
      const isLost = error instanceof DriveError && ['not-found', 'forbidden'].includes(error.reason);
      if (isLost) return toItem(entry);
      throw error;
    }
  }

  return {
    isConfigured,
    demoLink: settings.GOOGLE_DRIVE_DEMO_LINK ?? null,

    async find(id, resourceKey, signal) {
      const item = await follow(await get(id, resourceKey, signal), signal);
      return { ...item, resourceKey: item.resourceKey ?? (item.id === id ? resourceKey : null) };
    },

    async list(folderId, resourceKey, signal) {
      if (!idPattern.test(folderId)) throw new DriveError('not-found');
      const items: DriveItem[] = [];
      let pageToken: string | undefined;
      for (let page = 0; page < maxPages; page++) {
        const params: drive_v3.Params$Resource$Files$List = {
          q: `'${folderId}' in parents and trashed = false`,
          fields: `nextPageToken,files(${itemFields})`,
          pageSize,
          supportsAllDrives: true,
          includeItemsFromAllDrives: true,
          ...(pageToken ? { pageToken } : {}),
        };
        const answer = await ask(signal, (api) =>
          api.list(params, { ...headersFor(folderId, resourceKey), ...(signal ? { signal } : {}) }),
        );
        const { files, nextPageToken } = parse(pageSchema, answer.data);
        for (const entry of files) items.push(await follow(entry, signal));
        if (!nextPageToken) return items;
        if (nextPageToken === pageToken) throw new DriveError('bad-answer');
        pageToken = nextPageToken;
      }
      throw new DriveError('too-much');
    },

    async download({ id, resourceKey }, offset, signal) {
      const headers: Record<string, string> = { ...headersFor(id, resourceKey).headers };
      if (offset > 0) headers.Range = `bytes=${offset}-`;
      const answer = await ask(signal, (api) =>
        api.get(
          { fileId: id, alt: 'media', supportsAllDrives: true },
          { headers, responseType: 'stream', signal },
        ),
      );
      // cast: the library types a stream as the parsed answer
      const response = answer as unknown as {
        status: number;
        headers: Record<string, string>;
        data: unknown;
      };
      const place = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers['content-range'] ?? '');
      const size = place ? place[2] : response.headers['content-length'];
      return {
        body: response.data as ReadableStream<Uint8Array>,
        offset: response.status === 206 && place ? Number(place[1]) : 0,
        size: size === undefined || size === '*' ? null : Number(size),
      };
    },
  };
}

/** @throws SettingsError unless it is the JSON of a service account */
function readAccount(json: string): { email: string; key: string } {
  try {
    const { client_email: email, private_key: key } = JSON.parse(json) as Record<string, string | undefined>;
    if (!email || !key) throw new Error('fields are missing');
    return { email, key };
  } catch {
    throw new SettingsError(
      'A configuração GOOGLE_SERVICE_ACCOUNT_JSON está errada: deve ser o JSON de uma conta de serviço, com client_email e private_key.',
    );
  }
}

function parse<T>(schema: z.ZodType<T>, data: unknown): T {
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw new DriveError('bad-answer', { cause: parsed.error });
  return parsed.data;
}
