import { createHash } from 'node:crypto';
import { DeleteObjectCommand, DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3';
import { isMissing, statusOf, toRefusal } from './s3-errors.server.ts';

/** S3's limit of keys per request. */
const atOnce = 1000;
const patience = 60_000;

/** Deletes objects; missing ones count as deleted. @throws AppError `unavailable` */
export async function deleteObjects(client: S3Client, bucket: string, keys: string[]): Promise<void> {
  try {
    for (let at = 0; at < keys.length; at += atOnce) {
      await deleteTogether(client, bucket, keys.slice(at, at + atOnce));
    }
  } catch (error) {
    throw toRefusal(error);
  }
}

/** The SDK's type of a middleware step that sees the finished request. */
interface BuildStep {
  request: { headers: Record<string, string>; body: string };
}

/** Adds Content-MD5, which every S3 server accepts, instead of the SDK's newer checksum. */
function askWithMd5(command: DeleteObjectsCommand): void {
  const step = (next: (args: BuildStep) => Promise<unknown>) => (args: BuildStep) => {
    signBody(args.request);
    return next(args);
  };
  const { middlewareStack } = command;
  // cast: the library types a step by every command at once
  middlewareStack.addRelativeTo(step as unknown as Parameters<typeof middlewareStack.addRelativeTo>[0], {
    name: 'contentMd5',
    relation: 'after',
    toMiddleware: 'flexibleChecksumsMiddleware',
  });
}

function signBody({ headers, body }: BuildStep['request']): void {
  for (const name of Object.keys(headers)) {
    if (/^x-amz-(sdk-)?checksum/i.test(name)) delete headers[name];
  }
  headers['Content-MD5'] = createHash('md5').update(body).digest('base64');
}

/** Deletes one by one for a single key, or when the server does not support bulk deletion. */
async function deleteTogether(client: S3Client, bucket: string, keys: string[]): Promise<void> {
  if (keys.length > 1) {
    const Delete = { Objects: keys.map((key) => ({ Key: key })), Quiet: true };
    const asked = new DeleteObjectsCommand({ Bucket: bucket, Delete });
    askWithMd5(asked);
    const answer = await client.send(asked, { requestTimeout: patience }).catch((error: unknown) => {
      if ([400, 405, 501].includes(statusOf(error) ?? 0)) return null;
      throw error;
    });
    const failed = answer?.Errors?.find(({ Code }) => Code !== 'NoSuchKey');
    if (failed) throw new Error(`not deleted: ${failed.Key}, ${failed.Code}`);
    if (answer) return;
  }
  for (const key of keys) {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }
}
