import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export type OutsideRefusal = 'bad-address' | 'forbidden-address' | 'unreachable' | 'too-large' | 'too-slow';

export interface OutsideOptions {
  maxBytes?: number;
  /** Timeout in milliseconds, redirects included. */
  patience?: number;
  /** Addresses that must not be reached; tests allow their own machine. */
  isForbidden?: (ip: string) => boolean;
  /** A CA certificate to trust, for tests. */
  ca?: string;
}

export type OutsideAnswer = { ok: true; bytes: Buffer } | { ok: false; reason: OutsideRefusal };

const maxRedirects = 3;

/** Loopback, private, link-local and other networks that are not the public internet. */
const inner = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inner.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address is not on the public internet. IPv4 inside IPv6 counts as IPv4. */
export function isInnerAddress(ip: string): boolean {
  const family = isIP(ip);
  return family === 0 || inner.check(ip, family === 6 ? 'ipv6' : 'ipv4');
}

class Refused extends Error {
  readonly reason: OutsideRefusal;
  constructor(reason: OutsideRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Fetches a public https address, safe against SSRF: the checked IP is the one it connects to, also after redirects
 * and DNS changes. At most `maxBytes`, within `patience`; sends no credentials.
 */
export async function fetchOutside(address: string, options: OutsideOptions = {}): Promise<OutsideAnswer> {
  const signal = AbortSignal.timeout(options.patience ?? 10_000);
  try {
    let next = address;
    for (let turn = 0; turn <= maxRedirects; turn++) {
      const answer = await ask(next, options, signal);
      if (answer.bytes) return { ok: true, bytes: answer.bytes };
      next = answer.location;
    }
    return { ok: false, reason: 'unreachable' };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.reason };
    return { ok: false, reason: signal.aborted ? 'too-slow' : 'unreachable' };
  }
}

type Answer = { bytes: Buffer; location?: undefined } | { bytes?: undefined; location: string };

async function ask(address: string, options: OutsideOptions, signal: AbortSignal): Promise<Answer> {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.username || url.password) throw new Refused('bad-address');
  const isForbidden = options.isForbidden ?? isInnerAddress;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && isForbidden(host)) throw new Refused('forbidden-address');
  const response = await open(url, { lookup: guarded(isForbidden), ca: options.ca, signal });
  try {
    const status = response.statusCode ?? 0;
    if ([301, 302, 303, 307, 308].includes(status) && response.headers.location) {
      const location = URL.parse(response.headers.location, url);
      if (!location) throw new Refused('bad-address');
      return { location: location.href };
    }
    if (status !== 200) throw new Refused('unreachable');
    return { bytes: await read(response, options.maxBytes ?? Number.POSITIVE_INFINITY) };
  } finally {
    response.destroy();
  }
}

function open(
  url: URL,
  options: { lookup: LookupFunction; ca: string | undefined; signal: AbortSignal },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { Accept: 'image/*', 'User-Agent': 'Sonoteca', 'Accept-Encoding': 'identity' };
    request(url, { ...options, headers, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
}

async function read(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new Refused('too-large');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Refused('too-large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Resolves at the moment of connecting; one forbidden IP refuses the name. */
function guarded(isForbidden: (ip: string) => boolean): LookupFunction {
  return (host, options, done) => {
    dnsLookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, []);
      const [first] = found;
      if (!first || found.some(({ address }) => isForbidden(address)))
        return done(new Refused('forbidden-address'), []);
      if (options.all) return done(null, found);
      return done(null, first.address, first.family);
    });
  };
}
