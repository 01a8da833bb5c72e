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
import type { Metrics } from '#platform/metrics.server.ts';
import type { Storage } from '#platform/storage/storage.ts';

/** The parts of the program, built once by server/app.ts and passed to routes in the router's context. */
export interface App {
  settings: Settings;
  log: Logger;
  clock: Clock;
  db: ContentSource['db'];
  /** Of the database, for what needs a connection of its own. */
  connectionString: string;
  bus: Bus;
  storage: Storage;
  jobs: Jobs;
  metrics: Metrics;
  mail: Mailer;
  auth: Auth;
  payments: PaymentGateway;
  drive: DriveGateway;
  viewers: ViewerReader;
  /** Aborted on shutdown: endless responses end with it. */
  ending: AbortSignal;
}

export const appContext = createContext<App>();

/** The viewer, read at most once per request; null for a visitor. */
export const viewerContext = createContext<() => Promise<Viewer | null>>();

/** Seconds of Retry-After of a page that answers 503: the router drops the headers of what middleware throws. */
export const retryAfterContext = createContext<number>();

/** Nonce of this response's inline scripts; empty for a cached page, whose scripts are hashed. */
export const nonceContext = createContext<string>('');
