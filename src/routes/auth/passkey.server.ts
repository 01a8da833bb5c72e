import { data } from 'react-router';
import { passkeyForm } from '#features/accounts/second-step/model.ts';
import { ownerOfPasskey } from '#features/accounts/second-step/queries.server.ts';
import { firstMessage } from '#platform/errors.ts';
import type { App } from '#routes/app.server.ts';

/** Result of a passkey step; `cookies` open a session. */
type Outcome = { ok: true; cookies: string[] } | { ok: false; message: string; status: number };

/** Options for the browser's passkey prompt. */
export async function passkeyOptions(app: App, request: Request) {
  const outcome = await app.auth.call('/passkey/generate-authenticate-options', {}, request);
  if (!outcome.ok) return passkeyRefused(outcome);
  const headers = outcome.cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]);
  // The library only prefers user verification, although it then requires it.
  return data(
    { kind: 'options' as const, options: { ...outcome.body, userVerification: 'required' } },
    { headers },
  );
}

/** Signs in with a passkey's response. @param of restricts it to this user's passkeys; null: anybody's */
export async function signInByPasskey(
  app: App,
  request: Request,
  form: FormData,
  of: string | null,
): Promise<Outcome> {
  const parsed = passkeyForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { ok: false, message: firstMessage(parsed.error), status: 400 };
  if (of !== null && (await ownerOfPasskey(app.db, parsed.data.response.id)) !== of) {
    return { ok: false, message: 'Esta chave de acesso é de outra conta.', status: 403 };
  }
  return app.auth.call('/passkey/verify-authentication', parsed.data, request);
}

/** A refusal as the passkey button expects it. */
export const passkeyRefused = ({ message, status }: { message: string; status: number }) =>
  data({ kind: 'passkey-refused' as const, message }, { status });
