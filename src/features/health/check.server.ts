import type { Database } from '#db/open.server.ts';
import type { DriveGateway } from '#features/ingestion/imports.ts';
import type { PaymentGateway } from '#features/subscriptions/model.ts';
import type { Settings } from '#platform/env.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Verdict } from './model.ts';

/** The parts that checks ask. */
export interface HealthDeps {
  settings: Settings;
  /** @throws when it cannot be opened; then only the checks that need it fail */
  database(): Promise<Database>;
  storage(): Promise<Storage>;
  payments: Pick<PaymentGateway, 'kind' | 'fetchPrice'>;
  drive: DriveGateway;
}

/** One question to one part. */
export type Check = (deps: HealthDeps, signal: AbortSignal) => Promise<Verdict>;
