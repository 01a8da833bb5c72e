import { Hono } from 'hono';
import { requireUser } from '#features/accounts/gates.server.ts';
import { refreshSubscription } from '#features/subscriptions/start-checkout.server.ts';
import { checkSubscription } from '#features/subscriptions/subscription-queries.server.ts';
import { readNothing } from '#platform/http.server.ts';
import type { App } from '#routes/app.server.ts';

/** Seconds until the provider is asked again, in case an event was lost. */
const settledAgain = 10;

/** POST /functions/check-subscription: the caller's own subscription from the database. */
export function checkSubscriptionEndpoint(app: App): Hono {
  return new Hono().post('/functions/check-subscription', async (c) => {
    const viewer = await app.viewers.read(c.req.raw);
    const user = requireUser(viewer);
    await readNothing(c.req.raw);
    await refreshSubscription(app, user.userId, settledAgain);
    const check = await checkSubscription(app.db, user, app.clock.now());
    // Every page must agree with this answer, although another process's change may not be announced here yet.
    if (check.subscribed !== viewer?.entitled) await app.bus.publish('viewer', user.userId);
    return c.json(check, 200, { 'Cache-Control': 'no-store' });
  });
}
