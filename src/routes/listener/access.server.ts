import { data } from 'react-router';
import { requireViewer } from '#features/accounts/gates.server.ts';
import { type Subscriber, subscriberOf, type Viewer } from '#features/subscriptions/gates.server.ts';
import type { PaymentTrouble } from '#features/subscriptions/model.ts';
import { findPaymentTrouble } from '#features/subscriptions/subscription-queries.server.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import type { Route } from './+types/layout';

type Args = Pick<Route.LoaderArgs, 'context'>;

/** All that a page sends to someone without a plan. */
export interface Denied {
  denied: true;
  /** A pending payment, or a problem with it; null: neither. */
  payment: 'pending' | PaymentTrouble | null;
}

interface Seen {
  app: App;
  viewer: Viewer;
  /** Null: no access to the library. */
  subscriber: Subscriber | null;
}

/** The viewer of a library page. @throws AppError `unauthenticated` for a visitor */
export async function openPage({ context }: Args): Promise<Seen> {
  const viewer = requireViewer(await context.get(viewerContext)());
  return { app: context.get(appContext), viewer, subscriber: subscriberOf(viewer) };
}

/** 'Assinatura Necessária', with status 403. */
export async function deny({ app, viewer }: Pick<Seen, 'app' | 'viewer'>) {
  const { user, subscription } = viewer;
  const payment = subscription?.paymentPending
    ? 'pending'
    : await findPaymentTrouble(app.db, user, app.clock.now());
  return data<Denied>(
    { denied: true, payment },
    { status: 403, headers: { 'Cache-Control': 'private, no-store' } },
  );
}

/** Cache headers of a page's data: only a prefetch on hover may be used, by the following click. */
export function freshness(request: Request): HeadersInit {
  const isAhead = /prefetch/.test(request.headers.get('sec-purpose') ?? request.headers.get('purpose') ?? '');
  return { 'Cache-Control': isAhead ? 'private, max-age=10' : 'private, no-store' };
}
