import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, expect, it } from 'vitest';
import { deleteObjects } from './s3-delete.server.ts';

/** Keys of each request. s3.server.test.ts deletes on a real server; its fallback would hide a request with too many keys. */
const asked: string[][] = [];
const server = createServer(async (req, res) => {
  asked.push([...(await text(req)).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key!));
  res.end('<?xml version="1.0"?><DeleteResult/>');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => server.close());

it('STO-02: deletes more than a thousand, which is all that S3 takes in one request', async () => {
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    forcePathStyle: true,
  });
  const keys = Array.from({ length: 2100 }, (_, at) => `none/${at}.txt`);
  await deleteObjects(client, 'sonoteca', keys);
  expect(asked.map((each) => each.length)).toEqual([1000, 1000, 100]);
  expect(asked.flat()).toEqual(keys);
});
