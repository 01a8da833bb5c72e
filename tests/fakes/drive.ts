import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DriveTree, type Node } from './drive-tree.ts';

/** An injected failure of a call. */
export type Fault =
  | { status: number; reason?: string; retryAfter?: number | string }
  /** A web page, with status 200 or another. */
  | { html: true; status?: number }
  /** A redirect. */
  | { status: 301 | 302 | 303 | 307 | 308; location: string }
  /** Ends early, as if complete. */
  | { truncateAt: number }
  /** Breaks the connection after so many bytes. */
  | { breakAt: number }
  /** Never responds, and keeps the connection open. */
  | { silent: true }
  /** Stalls after so many bytes, and keeps the connection open. */
  | { silentAfter: number }
  /** More bytes than declared, without end. */
  | { endless: true };

export type CallKind = 'list' | 'get' | 'media' | 'token';

export interface SeenCall {
  kind: CallKind;
  id: string;
  /** First requested byte. */
  offset: number;
  url: string;
  headers: IncomingMessage['headers'];
  at: number;
}

interface Planned {
  kind: CallKind;
  id: string | null;
  fault: Fault;
  left: number;
}

/**
 * A server with the part of Drive v3 that we use: files.list, files.get and alt=media with ranges, pages, shortcuts,
 * shared drives and resource keys, plus injected failures.
 */
export async function fakeDrive(options: { port?: number; apiKey?: string; pageLimit?: number } = {}) {
  const tree = new DriveTree();
  const calls: SeenCall[] = [];
  const planned: Planned[] = [];
  const state = { apiKey: options.apiKey ?? 'chave-de-teste', pageLimit: options.pageLimit ?? 1000 };

  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://drive');
    const call = readCall(req, url);
    if (!call) return void refuse(res, 404, 'notFound');
    calls.push(call);
    const plan = planned.find(
      ({ kind, id, left }) => left > 0 && kind === call.kind && (!id || id === call.id),
    );
    if (plan) plan.left--;
    const fault = plan?.fault;
    if (fault && 'silent' in fault) return;
    if (fault && 'location' in fault) {
      res.writeHead(fault.status, { location: fault.location });
      return void res.end();
    }
    if (fault && 'status' in fault && !('html' in fault))
      return void refuse(res, fault.status, fault.reason, fault.retryAfter);
    if (fault && 'html' in fault) {
      res.writeHead(fault.status ?? 200, { 'content-type': 'text/html; charset=utf-8' });
      return void res.end('<!DOCTYPE html><html><head><title>Google Drive - Sorry</title></head></html>');
    }
    if (call.kind === 'token') return void json(res, { access_token: 'ficha-de-teste', expires_in: 3600 });
    const isKnown =
      req.headers['x-goog-api-key'] === state.apiKey || req.headers.authorization === 'Bearer ficha-de-teste';
    if (!isKnown) return void refuse(res, 400, 'badRequest', undefined, 'API_KEY_INVALID');
    if (call.kind === 'list') return void list(res, url, req, call.id);
    const node = visible(call.id, url, req);
    if (!node) return void refuse(res, 404, 'notFound');
    if (call.kind === 'get') return void json(res, tree.describe(node));
    media(req, res, tree.bytes(node), fault);
  });

  /** A node that the caller may see, considering shared drives and resource keys. */
  function visible(id: string, url: URL, req: IncomingMessage): Node | null {
    const node = tree.nodes.get(id);
    if (!node || node.isHidden) return null;
    if (node.isShared && url.searchParams.get('supportsAllDrives') !== 'true') return null;
    const keys = String(req.headers['x-goog-drive-resource-keys'] ?? '').split(',');
    return node.resourceKey && !keys.includes(`${id}/${node.resourceKey}`) ? null : node;
  }

  function list(res: ServerResponse, url: URL, req: IncomingMessage, folder: string): unknown {
    if (!visible(folder, url, req)) return refuse(res, 404, 'notFound');
    const withShared = url.searchParams.get('includeItemsFromAllDrives') === 'true';
    const all = [...tree.nodes.values()].filter(
      (node) => node.parents.includes(folder) && !node.isHidden && (withShared || !node.isShared),
    );
    const from = Number(url.searchParams.get('pageToken')?.slice('pagina-'.length) ?? 0);
    const size = Math.min(Number(url.searchParams.get('pageSize') ?? 100), state.pageLimit);
    const files = all.slice(from, from + size).map((node) => tree.describe(node));
    const more = from + size < all.length ? { nextPageToken: `pagina-${from + size}` } : {};
    return json(res, { kind: 'drive#fileList', incompleteSearch: false, files, ...more });
  }

  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    tree,
    calls,
    count: (kind: CallKind, id?: string): number =>
      calls.filter((call) => call.kind === kind && (!id || call.id === id)).length,
    /** Makes the next `times` calls of a kind fail; with `id` only those for that file or folder. */
    fail(kind: CallKind, fault: Fault, { id = null as string | null, times = 1 } = {}): void {
      planned.push({ kind, id, fault, left: times });
    },
    heal: () => void planned.splice(0),
    setKey(apiKey: string): void {
      state.apiKey = apiKey;
    },
    settings: { GOOGLE_API_KEY: state.apiKey, GOOGLE_DRIVE_API_BASE_URL: url },
    linkOf: (folder: string): string => `https://drive.google.com/drive/folders/${folder}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakeDrive = Awaited<ReturnType<typeof fakeDrive>>;

function readCall(req: IncomingMessage, url: URL): SeenCall | null {
  const facts = { url: url.href, headers: req.headers, at: Date.now() };
  const offset = Number(/^bytes=(\d+)-/.exec(String(req.headers.range ?? ''))?.[1] ?? 0);
  if (url.pathname === '/token') return { kind: 'token', id: '', offset: 0, ...facts };
  if (url.pathname === '/drive/v3/files') {
    const folder = /^'([^']+)' in parents/.exec(url.searchParams.get('q') ?? '')?.[1];
    return folder ? { kind: 'list', id: folder, offset: 0, ...facts } : null;
  }
  const id = /^\/drive\/v3\/files\/([^/]+)$/.exec(url.pathname)?.[1];
  if (!id) return null;
  return { kind: url.searchParams.get('alt') === 'media' ? 'media' : 'get', id, offset, ...facts };
}

function media(req: IncomingMessage, res: ServerResponse, bytes: Buffer, fault: Fault | undefined): unknown {
  const asked = /^bytes=(\d+)-$/.exec(String(req.headers.range ?? ''));
  const start = asked ? Number(asked[1]) : 0;
  if (asked && start >= bytes.length) return refuse(res, 416, 'requestedRangeNotSatisfiable');
  const rest = bytes.subarray(start);
  const headers: Record<string, string | number> = { 'content-type': 'application/octet-stream' };
  if (asked) headers['content-range'] = `bytes ${start}-${bytes.length - 1}/${bytes.length}`;
  if (fault && 'endless' in fault) {
    res.writeHead(asked ? 206 : 200, headers);
    const more = () => {
      while (!res.destroyed && res.write(rest)) if (rest.length === 0) return res.destroy();
    };
    res.on('drain', more);
    return more();
  }
  const cut = fault && 'truncateAt' in fault ? Math.max(0, fault.truncateAt - start) : rest.length;
  const stop =
    fault && 'breakAt' in fault ? fault.breakAt : fault && 'silentAfter' in fault ? fault.silentAfter : null;
  if (!fault) headers['content-length'] = rest.length;
  res.writeHead(asked ? 206 : 200, headers);
  if (stop === null) return res.end(rest.subarray(0, cut));
  return res.write(rest.subarray(0, Math.max(0, stop - start)), () => {
    if (fault && 'breakAt' in fault) setTimeout(() => res.destroy(), 20);
  });
}

function json(
  res: ServerResponse,
  body: object,
  status = 200,
  headers: Record<string, string> = {},
): unknown {
  res.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
  return res.end(JSON.stringify(body));
}

function refuse(
  res: ServerResponse,
  status: number,
  reason?: string,
  retryAfter?: number | string,
  detail?: string,
): unknown {
  const error = {
    code: status,
    message: `stand-in: ${reason ?? status}`,
    ...(reason ? { errors: [{ message: reason, domain: 'usageLimits', reason }] } : {}),
    ...(detail ? { details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: detail }] } : {}),
  };
  return json(res, { error }, status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
}
