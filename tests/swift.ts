import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { missingProgram } from './programs.ts';

const parts = ['account', 'container', 'object'] as const;

/** Why this machine has no S3 server; null when it has one. CI requires one. */
export const s3Missing = missingProgram('swift');

/** Objects that the server tells in one answer; few, so that a test of several answers needs few objects. */
export const listedAtOnce = 10;
const region = 'us-east-1';
const user = { accessKeyId: 'sonoteca:site', secretAccessKey: randomBytes(16).toString('hex') };

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

/** Makes rings of one device each, by which Swift finds its servers; one Python for all, whose start takes most of it. */
const ringMaker = `
import sys
from swift.common.ring import RingBuilder
folder, *ports = sys.argv[1:]
for part, port in zip(${JSON.stringify(parts)}, ports):
    ring = RingBuilder(4, 1, 0)
    host = {'ip': '127.0.0.1', 'port': int(port), 'replication_ip': '127.0.0.1', 'replication_port': int(port)}
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'device': 'disk', 'weight': 1.0, 'meta': '', **host})
    ring.rebalance()
    ring.get_ring().save(f'{folder}/{part}.ring.gz')
`;

function makeRings(folder: string, ports: number[]): void {
  const args = ['-c', ringMaker, folder, ...ports.map(String)];
  const { status, stderr } = spawnSync('/usr/bin/python3', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Swift's rings: ${stderr}`);
}

async function writeSettings(folder: string, ports: { proxy: number; memcached: number; parts: number[] }) {
  const all = (port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
log_address = ${folder}/no-log
`;
  await writeFile(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = a\nswift_hash_path_prefix = b\n[storage-policy:0]\nname = one\ndefault = yes\n',
  );
  for (const [at, part] of parts.entries()) {
    const app = `[pipeline:main]
pipeline = healthcheck ${part}-server
[filter:healthcheck]
use = egg:swift#healthcheck
[app:${part}-server]
use = egg:swift#${part}
`;
    await writeFile(join(folder, `${part}.conf`), all(ports.parts[at]!) + app);
  }
  await writeFile(
    join(folder, 'proxy.conf'),
    `${all(ports.proxy)}cors_allow_origin = *
[pipeline:main]
pipeline = catch_errors healthcheck cache listing_formats bulk s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.memcached}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = ${region}
max_bucket_listing = ${listedAtOnce}
cors_preflight_allow_origin = *
[filter:tempauth]
use = egg:swift#tempauth
user_sonoteca_site = ${user.secretAccessKey} .admin
[filter:slo]
use = egg:swift#slo
`,
  );
}

async function isUp(url: string): Promise<boolean> {
  const response = await fetch(`${url}/healthcheck`).catch(() => null);
  return response?.ok ?? false;
}

/**
 * Starts a real S3 server that checks signatures, with an empty bucket: OpenStack Swift on loopback, one replica on
 * one device. `settings` are the program's. The caller stops it.
 */
export async function startSwift() {
  const folder = await mkdtemp(join(tmpdir(), 'sonoteca-swift-'));
  const children: ChildProcess[] = [];
  const log = join(folder, 'log');
  const stop = async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    }
  };
  // An aborted test run leaves no servers behind.
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL');
  });
  const remove = async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };

  const [proxy, memcached, ...rest] = (await freePorts(5)) as [number, number, ...number[]];
  await mkdir(join(folder, 'devices/disk'), { recursive: true });
  makeRings(folder, rest);
  await writeSettings(folder, { proxy, memcached, parts: rest });
  const run = (program: string, args: string[]) => {
    const output = openSync(log, 'a');
    children.push(spawn(program, args, { stdio: ['ignore', output, output] }));
    closeSync(output);
  };
  run('/usr/bin/memcached', [
    '-l',
    '127.0.0.1',
    '-p',
    String(memcached),
    '-U',
    '0',
    '-u',
    userInfo().username,
  ]);
  for (const part of parts) run(`/usr/bin/swift-${part}-server`, [join(folder, `${part}.conf`)]);
  run('/usr/bin/swift-proxy-server', [join(folder, 'proxy.conf')]);

  const origin = `http://127.0.0.1:${proxy}`;
  const addresses = [origin, ...rest.map((port) => `http://127.0.0.1:${port}`)];
  const deadline = Date.now() + 60_000;
  for (const address of addresses) {
    while (!(await isUp(address))) {
      const isDead = children.some(({ exitCode }) => exitCode !== null);
      if (isDead || Date.now() > deadline) throw new Error(`Swift: ${await readFile(log, 'utf8')}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  const settings = {
    S3_ENDPOINT: origin,
    S3_REGION: region,
    S3_BUCKET: 'sonoteca',
    S3_ACCESS_KEY_ID: user.accessKeyId,
    S3_SECRET_ACCESS_KEY: user.secretAccessKey,
  };
  const client = new S3Client({
    endpoint: origin,
    region,
    credentials: user,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  await client.send(new CreateBucketCommand({ Bucket: settings.S3_BUCKET }));
  return { settings, client, origin, stop, remove };
}
