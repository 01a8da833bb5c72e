import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative } from 'node:path';
import { encodingOf } from '#platform/http/compressed.server.ts';
import { judge } from '#platform/http/conditions.ts';
import { securityHeaders } from './security.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

interface Asset {
  body: Buffer;
  br: Buffer | null;
  type: string;
  etag: string;
  immutable: boolean;
}

function readFolder(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.br')) continue;
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(folder, path).replaceAll('\\', '/')}`;
    const packed = `${path}.br`;
    assets.set(address, {
      body: readFileSync(path),
      br: statSync(packed, { throwIfNoEntry: false }) ? readFileSync(packed) : null,
      type: types[extname(entry.name)] ?? 'application/octet-stream',
      etag: `"${statSync(path).size.toString(36)}-${Math.floor(statSync(path).mtimeMs).toString(36)}"`,
      immutable: address.startsWith('/assets/'),
    });
  }
  return assets;
}

export interface Assets {
  /** Answers a request for a file; passes others on. */
  serve: (req: IncomingMessage, res: ServerResponse, next: () => void) => void;
  /** The text of a file by its address; null without one. */
  textOf: (address: string) => string | null;
}

/** The policy of a file; an SVG that is opened by itself may style itself. */
const assetSecurity: Record<string, string> = {
  ...Object.fromEntries(securityHeaders),
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** Built and public files in memory, with the build's brotli files; hashed names are immutable. */
export function openAssets(folder: string): Assets {
  const assets = readFolder(folder);
  const serve: Assets['serve'] = (req, res, next) => {
    const url = req.url ?? '/';
    const query = url.indexOf('?');
    const asset =
      req.method === 'GET' || req.method === 'HEAD'
        ? assets.get(query < 0 ? url : url.slice(0, query))
        : undefined;
    if (!asset) {
      next();
      return;
    }
    const headers: Record<string, string | number> = {
      'Content-Type': asset.type,
      'Cache-Control': asset.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      ...assetSecurity,
      ETag: asset.etag,
      Vary: 'Accept-Encoding',
    };
    const judged = judge(req.headers, asset);
    if (judged) {
      res
        .writeHead(judged, judged === 304 ? headers : { ...assetSecurity, 'Cache-Control': 'no-store' })
        .end();
      return;
    }
    const packed = encodingOf(['br'], req.headers['accept-encoding']) === 'br' ? asset.br : null;
    if (packed) headers['Content-Encoding'] = 'br';
    const body = packed ?? asset.body;
    headers['Content-Length'] = body.length;
    res.writeHead(200, headers);
    res.end(req.method === 'HEAD' ? undefined : body);
  };
  return { serve, textOf: (address) => assets.get(address)?.body.toString() ?? null };
}
