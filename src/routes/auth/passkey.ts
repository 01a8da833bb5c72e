import { redirect, replace } from 'react-router';
import { safeNext } from '#features/accounts/model.ts';
import { readForm } from '#platform/http.server.ts';
import { appContext } from '#routes/app.server.ts';
import type { Route } from './+types/passkey';
import { passkeyOptions, passkeyRefused, signInByPasskey } from './passkey.server.ts';

export const loader = () => redirect('/auth');

/** POST /auth/chave: signs in by passkey alone, in two steps: challenge, and signature. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext);
  const form = await readForm(request);
  if (form.get('intent') === 'passkey-options') return passkeyOptions(app, request);
  const outcome = await signInByPasskey(app, request, form, null);
  if (!outcome.ok) return passkeyRefused(outcome);
  const headers = new Headers(outcome.cookies.map((cookie) => ['Set-Cookie', cookie]));
  return replace(safeNext(String(form.get('next') ?? '')), { headers });
}
