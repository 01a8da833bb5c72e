import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import pino, { type Logger } from 'pino';
import type { FunctionComponent } from 'react';
import {
  type ServerBuild,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
} from 'react-router';
import { afterAll } from 'vitest';
import { sessions } from '#db/schema/accounts.ts';
import { readSettings } from '#platform/env.server.ts';
import { newId } from '#platform/ids.ts';
import { openApp } from '#server/app.ts';
import { openWeb } from '#server/web.ts';
import siteMap from '../src/routes.ts';
import { testDatabase } from './database.ts';
import { cheapPasswords } from './passwords.ts';

/** A page of the site map with its full path; `*` is the page of unknown URLs. */
export interface SitePage {
  /** The route's id, as in the router's data URLs. */
  id: string;
  path: string;
  hasAction: boolean;
}

type Module = ServerBuild['routes'][string] extends infer Route
  ? Route extends { module: infer M }
    ? M
    : never
  : never;

/** Passes loader data to components as the bundler's plugin does. */
const withProps = (module: Module): Module =>
  ({
    ...module,
    ...(module.default && { default: withComponentProps(module.default as FunctionComponent) }),
    ...(module.ErrorBoundary && {
      ErrorBoundary: withErrorBoundaryProps(module.ErrorBoundary as FunctionComponent),
    }),
  }) as Module;

/** The router's build as the bundler would make it, from the source modules. */
async function composeBuild(): Promise<{ build: ServerBuild; pages: SitePage[] }> {
  const routes: ServerBuild['routes'] = {};
  const manifest: ServerBuild['assets']['routes'] = {};
  const pages: SitePage[] = [];

  async function add(entry: RouteConfigEntry, parentId: string | undefined, above: string): Promise<void> {
    const id = entry.id ?? entry.file.replace(/\.tsx?$/, '');
    const module = (await import(new URL(`../src/${entry.file}`, import.meta.url).href)) as Module;
    const { path, index, caseSensitive } = entry;
    const known = { id, parentId, path, index, caseSensitive };
    routes[id] = { ...known, module: withProps(module) } as ServerBuild['routes'][string];
    manifest[id] = {
      ...known,
      module: `/${id}.js`,
      hasLoader: 'loader' in module,
      hasAction: 'action' in module,
      hasClientAction: false,
      hasClientLoader: false,
      hasClientMiddleware: false,
      hasErrorBoundary: 'ErrorBoundary' in module,
      clientActionModule: undefined,
      clientLoaderModule: undefined,
      clientMiddlewareModule: undefined,
      hydrateFallbackModule: undefined,
    };
    const whole = path === undefined ? above : `${above}/${path}`;
    if (path !== undefined || index) {
      pages.push({ id, path: whole === '' ? '/' : whole, hasAction: 'action' in module });
    }
    for (const child of entry.children ?? []) await add(child, id, whole);
  }

  await add({ id: 'root', path: '', file: 'root.tsx' }, undefined, '');
  pages.length = 0;
  for (const entry of siteMap) await add(entry, 'root', '');
  const build: ServerBuild = {
    entry: { module: await import('../src/entry.server.tsx') },
    routes,
    assets: {
      entry: { imports: [], module: '/entry.js' },
      routes: manifest,
      url: '/manifest.js',
      version: 'test',
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {} as ServerBuild['future'],
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  };
  return { build, pages };
}

/** The whole site on a free port with its own database. Call it at the top of a test file. */
export async function wholeSite(more: Record<string, string> = {}, log: Logger = pino({ level: 'silent' })) {
  const { connectionString } = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'sonoteca-whole-'));
  const base = { DATA_DIR: folder, DATABASE_URL: connectionString, ALLOW_SIMULATED_PAYMENTS: 'true' };
  const given = { ...base, ...more };
  const settings = readSettings(given, folder);
  const { app, close } = await openApp(settings, log, undefined, { passwords: cheapPasswords, evenTime: 0 });
  const { build, pages } = await composeBuild();
  const assets = { serve: (_req: unknown, _res: unknown, next: () => void) => next(), textOf: () => null };
  const server = openWeb({ app, build, mode: 'production', assets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    app,
    pages,
    url,
    /** The Cookie header of a new session. */
    signIn: async ({ userId }: { userId: string }): Promise<string> => {
      const token = newId();
      const expiresAt = new Date(Date.now() + 86_400_000);
      await app.db.insert(sessions).values({ id: newId(), token, userId, expiresAt });
      return app.auth.cookies.write(token).split(';')[0]!;
    },
    ask: (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(url + path, { redirect: 'manual', ...init }),
  };
}
