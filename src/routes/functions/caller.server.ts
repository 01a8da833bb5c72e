import type { User } from '#features/accounts/model.ts';
import type { CheckoutDeps } from '#features/subscriptions/checkout/commands.server.ts';
import { pricesOf } from '#features/subscriptions/prices.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#routes/app.server.ts';

/** Who calls. @throws AppError `unauthenticated` for a visitor. */
export async function callingUser(app: App, request: Request): Promise<User> {
  const viewer = await app.viewers.read(request);
  if (!viewer) throw new AppError('unauthenticated', 'Faça login para continuar.');
  return viewer.user;
}

/** The App's parts that a checkout needs. */
export const checkoutDeps = (app: App): CheckoutDeps => ({
  db: app.db,
  jobs: app.jobs,
  payments: app.payments,
  clock: app.clock,
  prices: pricesOf(app.settings),
  publicUrl: app.settings.PUBLIC_URL,
});
