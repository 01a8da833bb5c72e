import { data } from 'react-router';
import { passkeyForm } from '#features/accounts/second-step/model.ts';
import { ownerOfPasskey } from '#features/accounts/second-step/queries.server.ts';
import type { App } from '#routes/app.server.ts';

/** What became of a step with a passkey; `options` are for the browser, `cookies` open a session. */
type Outcome = { ok: true; cookies: string[] } | { ok: false; message: string; status: number };

/** What a browser is to ask its owner's passkeys for. */
export async function passkeyOptions(app: App, request: Request) {
  const outcome = await app.auth.call('/passkey/generate-authenticate-options', {}, request);
  if (!outcome.ok) return passkeyRefused(outcome);
  const headers = outcome.cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]);
  // The library only prefers what it then demands.
  return data(
    { kind: 'options' as const, options: { ...outcome.body, userVerification: 'required' } },
    { headers },
  );
}

/**
 * Signs in by what a passkey answered.
 * @param of the one person whose passkeys count; null: anybody's
 */
export async function signInByPasskey(
  app: App,
  request: Request,
  form: FormData,
  of: string | null,
): Promise<Outcome> {
  const parsed = passkeyForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { ok: false, message: parsed.error.issues[0]!.message, status: 400 };
  if (of !== null && (await ownerOfPasskey(app.db, parsed.data.response.id)) !== of) {
    return { ok: false, message: 'Esta chave de acesso é de outra conta.', status: 403 };
  }
  return app.auth.call('/passkey/verify-authentication', parsed.data, request);
}

/** A refusal as the button for passkeys takes it. */
export const passkeyRefused = ({ message, status }: { message: string; status: number }) =>
  data({ kind: 'passkey-refused' as const, message }, { status });
