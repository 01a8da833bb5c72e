import { createContext } from 'react-router';
import type { Auth } from '#features/accounts/gateway.server.ts';
import type { DriveGateway } from '#features/ingestion/imports.ts';
import type { ContentSource } from '#features/site/queries.server.ts';
import type { Viewer, ViewerReader } from '#features/subscriptions/gates.server.ts';
import type { PaymentGateway } from '#features/subscriptions/model.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Settings } from '#platform/env.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { Logger } from '#platform/log.server.ts';
import type { Mailer } from '#platform/mail.server.ts';
import type { Storage } from '#platform/storage/storage.ts';

/** Everything the program is made of, built once by server/app.ts and handed to routes by the router's context. */
export interface App {
  settings: Settings;
  log: Logger;
  clock: Clock;
  db: ContentSource['db'];
  bus: Bus;
  storage: Storage;
  jobs: Jobs;
  mail: Mailer;
  auth: Auth;
  payments: PaymentGateway;
  drive: DriveGateway;
  viewers: ViewerReader;
  /** Aborted when the program is told to end: answers without an end of their own end with it. */
  ending: AbortSignal;
}

/** The App, for loaders and actions. */
export const appContext = createContext<App>();

/** Who asks, read at most once per request; null for a visitor. */
export const viewerContext = createContext<() => Promise<Viewer | null>>();

/** Nonce of this answer's inline scripts; empty where the page is cached whole and its scripts are hashed. */
export const nonceContext = createContext<string>('');
