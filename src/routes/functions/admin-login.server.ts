import { Hono } from 'hono';
import { signInSchema } from '#features/accounts/model.ts';
import { signInAdmin } from '#features/accounts/sign-in-admin.server.ts';
import { readJson } from '#platform/http.server.ts';
import type { App } from '#routes/app.server.ts';

/** POST /functions/admin-login {email, password}: sign-in during maintenance, for administrators only. */
export function adminLoginEndpoint(app: App): Hono {
  return new Hono().post('/functions/admin-login', async (c) => {
    const input = await readJson(c.req.raw, signInSchema);
    const outcome = await signInAdmin(app, c.req.raw, input);
    const headers = new Headers({ 'Cache-Control': 'no-store' });
    if (outcome.ok) {
      for (const cookie of outcome.cookies) headers.append('Set-Cookie', cookie);
      const next = outcome.isHalf ? '/auth/confirmar?next=/admin' : '/admin';
      return Response.json({ ok: true, next }, { headers });
    }
    const { reason, message, status } = outcome;
    return Response.json({ error: { code: reason, message } }, { status, headers });
  });
}
