import { data } from 'react-router';
import { requireUser } from '#features/accounts/gates.server.ts';
import { type Subscriber, subscriberOf, type Viewer } from '#features/subscriptions/gates.server.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import type { Route } from './+types/layout';

type Args = Pick<Route.LoaderArgs, 'context'>;

/** What a page sends to someone without a plan: that, and nothing else. */
export interface Denied {
  denied: true;
  /** A boleto or Pix is waiting for its confirmation. */
  pending: boolean;
}

interface Seen {
  app: App;
  viewer: Viewer;
  /** Null: the library is closed to this person. */
  subscriber: Subscriber | null;
}

/** Who asks for a page of the library. @throws AppError `unauthenticated` for a visitor */
export async function openPage({ context }: Args): Promise<Seen> {
  const viewer = await context.get(viewerContext)();
  requireUser(viewer);
  return { app: context.get(appContext), viewer: viewer!, subscriber: subscriberOf(viewer) };
}

/** 'Assinatura Necessária', with status 403. */
export const deny = ({ subscription }: Viewer) =>
  data<Denied>(
    { denied: true, pending: subscription?.paymentPending ?? false },
    { status: 403, headers: { 'Cache-Control': 'private, no-store' } },
  );

/**
 * Headers of a page's data: what was fetched ahead, on hover, is good for the click that follows; all else is asked
 * for each time.
 */
export function freshness(request: Request): HeadersInit {
  const isAhead = /prefetch/.test(request.headers.get('sec-purpose') ?? request.headers.get('purpose') ?? '');
  return { 'Cache-Control': isAhead ? 'private, max-age=10' : 'private, no-store' };
}
