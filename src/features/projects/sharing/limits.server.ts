import type { Database } from '#db/open.server.ts';
import type { Auth } from '#features/accounts/gateway.server.ts';
import type { Limit } from '#features/accounts/limits/limits.ts';
import { spendAll } from '#features/accounts/limits/spend-attempts.server.ts';
import type { Clock } from '#platform/clock.ts';

/** What one address may do with links: far above one person who listens to 500 tracks and answers. */
const limits = {
  open: { name: 'share-open', max: 1200, windowSeconds: 600 },
  sound: { name: 'share-sound', max: 3000, windowSeconds: 600 },
  answer: { name: 'share-answer', max: 600, windowSeconds: 600 },
} satisfies Record<string, Limit>;

interface Deps {
  db: Database;
  clock: Clock;
  auth: Pick<Auth, 'addressOf'>;
}

/** Counts a call of a stranger, ahead of everything else. @throws AppError `rate-limited` */
export const countStranger = (deps: Deps, request: Request, what: keyof typeof limits): Promise<void> =>
  spendAll(deps, [{ limit: limits[what], subject: deps.auth.addressOf(request) }]);
