import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { attachment } from '../http/disposition.ts';
import { isKey, isReadableKey, notFound } from './refusals.server.ts';
import { deleteObjects } from './s3-delete.server.ts';
import { isMissing, statusOf, toRefusal } from './s3-errors.server.ts';
import type { S3Settings } from './s3-settings.server.ts';
import type { Storage } from './storage.ts';

/** Bytes per part of a large upload, and parts in flight: together they bound an upload's memory. */
const partSize = 8 * 1024 * 1024;
const partsAtOnce = 2;
/** Milliseconds: to connect, until a response begins, to send a part, and without any byte. */
const patience = { connect: 3_000, answer: 5_000, part: 120_000, idle: 330_000 };

/** The store in a bucket; makes no request yet. @param answerWithin timeout per attempt in milliseconds, of three */
export function openS3Storage(settings: S3Settings, answerWithin: number = patience.answer): Storage {
  const client = openClient(settings, answerWithin);
  const sender = openClient(settings, patience.part);
  const bucket = settings.bucket;
  const named = (key: string, isAllowed = isReadableKey) => {
    if (!isAllowed(key)) throw notFound();
    return { Bucket: bucket, Key: key };
  };

  return {
    async put(key, body, { mime }) {
      const target = named(key, isKey);
      const source = body instanceof Uint8Array ? null : new Counted(body);
      const upload = new Upload({
        client: sender,
        params: { ...target, Body: source?.stream ?? body, ContentType: mime },
        partSize,
        queueSize: partsAtOnce,
      });
      try {
        await upload.done();
      } catch (error) {
        source?.stream.destroy();
        throw source?.failure ?? toRefusal(error);
      }
      return { size: source?.size ?? (body as Uint8Array).length };
    },

    async stat(key) {
      if (!isReadableKey(key)) return null;
      try {
        const facts = await client.send(new HeadObjectCommand(named(key)));
        return { size: facts.ContentLength ?? 0, modifiedAt: facts.LastModified ?? new Date(0) };
      } catch (error) {
        if (isMissing(error)) return null;
        throw toRefusal(error);
      }
    },

    async openRange(key, start, end) {
      const asked = { ...named(key), Range: `bytes=${start}-${end}` };
      try {
        const { Body: stream } = await client.send(new GetObjectCommand(asked));
        return stream as Readable;
      } catch (error) {
        // S3 refuses a range of an empty object, or one beyond the end.
        if (statusOf(error) === 416) return Readable.from([]);
        throw toRefusal(error);
      }
    },

    async delete(keys) {
      const asked = keys.map((key) => named(key).Key);
      await deleteObjects(client, bucket, asked);
    },

    list: (prefix) => walk(client, bucket, prefix),

    async address(key, { seconds, since = new Date(), mime, fileName }) {
      const asked = new GetObjectCommand({
        ...named(key),
        ResponseContentType: mime,
        ResponseContentDisposition: fileName === undefined ? undefined : attachment(fileName),
        ResponseCacheControl: `private, max-age=${seconds}`,
      });
      const signed = await getSignedUrl(client, asked, { expiresIn: seconds, signingDate: since });
      const { pathname, search, origin } = new URL(signed);
      return (settings.publicUrl ?? origin) + pathname + search;
    },

    origin: originOf(settings),

    path: () => null,
  };
}

/** @returns null when the bucket works; `missing`, `refused` (the keys do not open it), `down` (no response) */
export async function checkBucket(settings: S3Settings): Promise<'missing' | 'refused' | 'down' | null> {
  try {
    const asked = new HeadBucketCommand({ Bucket: settings.bucket });
    await openClient(settings, patience.answer).send(asked);
    return null;
  } catch (error) {
    const status = statusOf(error);
    if (status === 404) return 'missing';
    return status !== undefined && status >= 400 && status < 500 ? 'refused' : 'down';
  }
}

/** With a custom endpoint the bucket is part of the path, which every S3 server supports. */
function openClient(settings: S3Settings, answerWithin: number): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings;
  const sockets = { maxSockets: 256, keepAlive: true };
  return new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: patience.connect,
      requestTimeout: answerWithin,
      throwOnRequestTimeout: true,
      socketTimeout: patience.idle,
      httpAgent: sockets,
      httpsAgent: sockets,
    },
  });
}

/** Skips objects that are not ours, such as folder markers. */
async function* walk(client: S3Client, bucket: string, prefix: string) {
  try {
    for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
      for (const { Key: key = '', Size: size = 0, LastModified: modifiedAt } of page.Contents ?? []) {
        if (isKey(key)) yield { key, size, modifiedAt: modifiedAt ?? new Date(0) };
      }
    }
  } catch (error) {
    throw toRefusal(error);
  }
}

function originOf({ endpoint, region, bucket, publicUrl }: S3Settings): string {
  if (publicUrl) return new URL(publicUrl).origin;
  return endpoint ? new URL(endpoint).origin : `https://${bucket}.s3.${region}.amazonaws.com`;
}

/** Counts a stream's bytes, and distinguishes the source's failure from the bucket's. */
class Counted {
  readonly stream: Readable;
  size = 0;
  failure: unknown = null;

  constructor(source: Readable) {
    this.stream = Readable.from(this.#read(source), { objectMode: false });
  }

  async *#read(source: Readable): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of source) {
        const bytes = chunk as Buffer;
        this.size += bytes.length;
        yield bytes;
      }
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
