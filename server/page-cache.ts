import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type CachedEncoding,
  cachedEncodings,
  compressWell,
  encodingOf,
} from '#platform/http/compressed.server.ts';
import { judge } from '#platform/http/conditions.ts';
import { paintFirst } from '#platform/paint-first.ts';
import type { App } from '#routes/app.server.ts';
import type { StyleOf } from './page-style.ts';
import { contentSecurityPolicy, securityHeaders } from './security.ts';

/** Pages that are equal for every visitor without a session. */
const cachedPaths = new Set(['/', '/termos', '/privacidade', '/licenca']);
/** Maximum age in milliseconds. */
const lifetime = 60_000;

interface CachedPage {
  madeAt: number;
  etag: string;
  headers: Record<string, string>;
  bodies: Record<CachedEncoding, Buffer>;
}

interface Slot {
  making: Promise<CachedPage | null>;
  /** Set once rendered: later requests need no promise. */
  page: CachedPage | null;
}

/** Caches compressed pages for visitors without a session, with CSP hashes and styles; the bus invalidates them. */
export function openPageCache(app: App, styleOf: StyleOf, render: (path: string) => Promise<Response>) {
  const slots = new Map<string, Slot>();
  app.bus.on('content', () => slots.clear());
  app.bus.on('catalog', () => slots.clear());

  async function make(path: string): Promise<CachedPage | null> {
    const response = await render(path);
    if (response.status !== 200) return null;
    return pack(await response.text(), styleOf, app.storage.origin);
  }

  /** The slot of a path; a page that changed while it was rendered goes only to the requests that waited for it. */
  function open(path: string): Slot {
    const slot: Slot = { making: make(path), page: null };
    slots.set(path, slot);
    slot.making.then(
      (page) => {
        if (page) slot.page = page;
        else if (slots.get(path) === slot) slots.delete(path);
      },
      () => slots.get(path) === slot && slots.delete(path),
    );
    return slot;
  }

  /** Answers the request if a visitor sent it; false passes it on. */
  return (req: IncomingMessage, res: ServerResponse, next: () => void): boolean => {
    const path = req.url ?? '';
    if (!cachedPaths.has(path) || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
    if (app.auth.cookies.raw(req.headers.cookie)) return false;
    const known = slots.get(path);
    if (known?.page && Date.now() - known.page.madeAt < lifetime) {
      send(req, res, known.page);
      return true;
    }
    const slot = known && !known.page ? known : open(path);
    slot.making.then((page) => (page ? send(req, res, page) : next()), next);
    return true;
  };
}

async function pack(rendered: string, styleOf: StyleOf, soundOrigin: string | null): Promise<CachedPage> {
  const { html, added } = paintFirst(rendered, 'use', (address) => styleOf(address, rendered));
  const inline = Array.from(
    html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
    ([, code = '']) => code,
  );
  if (added !== null) inline.push(added);
  const hashes = inline.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  const identity = Buffer.from(html);
  return {
    madeAt: Date.now(),
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    headers: {
      ...Object.fromEntries(securityHeaders),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(hashes, soundOrigin),
      'Cache-Control': 'public, max-age=0, must-revalidate',
      Vary: 'Accept-Encoding, Cookie',
    },
    bodies: await compressWell(identity),
  };
}

function send(req: IncomingMessage, res: ServerResponse, page: CachedPage): void {
  const judged = judge(req.headers, page);
  if (judged) {
    res
      .writeHead(
        judged,
        judged === 304 ? { ...page.headers, ETag: page.etag } : { 'Cache-Control': 'no-store' },
      )
      .end();
    return;
  }
  const encoding = encodingOf(cachedEncodings, req.headers['accept-encoding']);
  const body = page.bodies[encoding];
  const headers: Record<string, string | number> = {
    ...page.headers,
    ETag: page.etag,
    'Content-Length': body.length,
  };
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  res.writeHead(200, headers);
  res.end(req.method === 'HEAD' ? undefined : body);
}
