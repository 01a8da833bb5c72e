import { redirect } from 'react-router';
import { signOut, signOutEverywhere } from '#features/accounts/change-account.server.ts';
import { readForm } from '#platform/http.server.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import type { Route } from './+types/logout';

export const loader = () => redirect('/');

/**
 * POST /auth/sair: ends the session, or with `todos` all sessions of the user. Returns JSON to scripts that ask for
 * it; a plain form is redirected home.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext);
  const form = await readForm(request).catch(() => null);
  if (form?.has('todos')) {
    const viewer = await context.get(viewerContext)();
    if (viewer) await signOutEverywhere(app, viewer.user.userId);
  }
  const cookies = await signOut(app, request);
  const headers = new Headers(cookies.map((cookie) => ['Set-Cookie', cookie]));
  headers.set('Cache-Control', 'no-store');
  const wantsJson = request.headers.get('accept')?.includes('application/json');
  return wantsJson ? Response.json({ ok: true }, { headers }) : redirect('/', { headers });
}
