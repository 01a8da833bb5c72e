import { afterAll } from 'vitest';
import { startSwift } from './swift.ts';

export { listedAtOnce, s3Missing } from './swift.ts';

/** A real S3 server with an empty bucket, until the test file ends. */
export async function s3Server(): ReturnType<typeof startSwift> {
  const server = await startSwift();
  afterAll(server.remove);
  return server;
}
