import type { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import type { Clock } from '#platform/clock.ts';
import { AppError, firstMessage } from '#platform/errors.ts';
import { readFields } from '#platform/http.server.ts';
import { type CallPath, callAt, findCall } from './calls.ts';
import type { Counter } from './limits/counter-queries.server.ts';
import { codeOnce } from './limits/limits.ts';
import { giveBack, spend, spendAll } from './limits/spend-attempts.server.ts';
import { accountMessage } from './messages.ts';
import { signInSchema } from './model.ts';
import type { Places } from './places/known-places.server.ts';
import type { SignedCookie } from './signed-cookie.ts';

const basePath = '/api/auth';
const maxBytes = 16 * 1024;

export interface CallOutcome {
  ok: boolean;
  status: number;
  /** better-auth's code of a refusal, such as `EMAIL_NOT_VERIFIED`; null when there is none. */
  code: string | null;
  /** Portuguese; empty on success. */
  message: string;
  /** Seconds until a retry makes sense; null unless a limit was reached. */
  retryAfter: number | null;
  cookies: string[];
  /** The shown part of better-auth's response; empty when it was refused. */
  body: Record<string, unknown>;
}

interface AuthCallsDeps {
  db: Database;
  clock: Clock;
  /** Minimum response time in milliseconds for calls that must not reveal anything by timing. */
  evenTime: number;
  origin: string;
  cookies: SignedCookie;
  places: Places;
  addressOf(request: Request): string;
  pass(request: Request): Promise<Response>;
  /** Calls that we implement ourselves, by path; better-auth does not see them. */
  own: Record<string, OwnCall>;
  /** Whether there is an unconfirmed sign-up with this address and password. */
  isWaiting(request: Request, credentials: { email: string; password: string }): Promise<boolean>;
  /** The user who has given the password but not yet the second step; null: nobody. */
  awaited(cookieHeader: string | null): Promise<string | null>;
  /** Whether a user's second-step secrets can be decrypted; not after SESSION_SECRET has changed. */
  isCodeReadable(userId: string, column: NonNullable<Found['takesCode']>): Promise<boolean>;
  endSession(token: string): Promise<void>;
  passwordChanged(user: { id: string; email: string }): Promise<void>;
  /** Called after a sign-in in a browser that this account has not used before. */
  signedInAnew(user: { email: string }, request: Request): void;
}

/** Answers a call with its validated body: Set-Cookie headers, or the code of a refusal. */
export type OwnCall = (request: Request, body: unknown) => Promise<{ cookies: string[] } | { code: string }>;

type Found = NonNullable<ReturnType<typeof findCall>>;

/** The only access to better-auth: known calls, known fields, limits, answers that reveal no account. */
export function openAuthCalls(deps: AuthCallsDeps) {
  async function handle(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.slice(basePath.length);
    const call = findCall(path);
    if (!call || call.isInner || call.method !== request.method) {
      return refusal(404, 'NOT_FOUND', accountMessage(undefined, 404));
    }
    return attend(request, path, call);
  }

  async function attend(request: Request, path: string, call: Found): Promise<Response> {
    const began = performance.now();
    const response = await answer(request, path, call).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return refusal(error.status, error.kind, error.message, error.retryAfter);
    });
    const rest = call.evenTime ? deps.evenTime - (performance.now() - began) : 0;
    if (rest > 0) await new Promise((done) => setTimeout(done, rest));
    return response;
  }

  async function answer(request: Request, path: string, call: Found): Promise<Response> {
    const body = call.method === 'POST' ? parseBody(call.schema, await readFields(request, maxBytes)) : null;
    const cookie = request.headers.get('cookie');
    const token = deps.cookies.read(cookie);
    const counters = await countersOf(call, request, body, token);
    await spendAll(deps, counters);
    const fault = await faultOfCode(call, cookie, body?.code);
    if (fault) return refusal(401, fault, accountMessage(fault, 401));
    // better-auth reports success even when it failed to end the session, so end it here first.
    if (path === '/sign-out' && token) await deps.endSession(token);
    const own = deps.own[path];
    if (own) return answerOwn(await own(request, body));
    const response = await deps.pass(cleaned(request, body));
    const result = (await response.json().catch(() => null)) as Result | null;
    const { status, code } = await reasonOf(request, call, body, response.status, result);
    if (call.countsFailures && (response.ok || code === 'EMAIL_NOT_VERIFIED')) await giveBack(deps, counters);
    if (!response.ok) return refusal(status, code, accountMessage(code, status));
    if (path === '/change-password' && result?.user) await deps.passwordChanged(result.user);
    if (result?.user && (call.signsIn || (call.endsSignIn && !token))) {
      const isNew = await deps.places.isNewDevice(request, result.user.id);
      response.headers.append('Set-Cookie', await deps.places.remember(request, result.user.id));
      if (isNew) deps.signedInAnew(result.user, request);
    }
    return success(call, response, result);
  }

  /** Why a second-step code is invalid, checked before better-auth; marks an app code as used. */
  async function faultOfCode(call: Found, cookie: string | null, code: unknown): Promise<string | null> {
    const userId = call.takesCode ? await deps.awaited(cookie) : null;
    if (!call.takesCode || userId === null) return null;
    if (!(await deps.isCodeReadable(userId, call.takesCode))) return 'CODES_UNREADABLE';
    if (call.takesCode !== 'secret') return null;
    const isUsedUp = await spend(deps, { limit: codeOnce, subject: `${userId}:${String(code)}` });
    return isUsedUp ? 'INVALID_CODE' : null;
  }

  async function countersOf(call: Found, request: Request, body: object | null, token: string | null) {
    const counters: Counter[] = [];
    if (call.perAddress) counters.push({ limit: call.perAddress, subject: deps.addressOf(request) });
    if (call.perPlace && body && 'email' in body) {
      counters.push(...(await deps.places.countersOf(request, String(body.email), call.perPlace)));
    }
    if (call.perSession && token) counters.push({ limit: call.perSession, subject: token });
    return counters;
  }

  /** Why better-auth refused. An unconfirmed sign-up is reported even when the account has another password. */
  async function reasonOf(
    request: Request,
    call: Found,
    body: object | null,
    status: number,
    result: Result | null,
  ): Promise<{ status: number; code: string }> {
    const code = result?.code ?? 'REFUSED';
    if (!call.signsIn || code !== 'INVALID_EMAIL_OR_PASSWORD') return { status, code };
    const isWaiting = await deps.isWaiting(request, signInSchema.parse(body));
    return isWaiting ? { status: 403, code: 'EMAIL_NOT_VERIFIED' } : { status, code };
  }

  /** The request for better-auth: only known fields, and our origin when the browser's is the same site. */
  function cleaned(request: Request, body: object | null): Request {
    const headers = new Headers();
    for (const name of [
      'user-agent',
      'x-client-address',
      'origin',
      'referer',
      'sec-fetch-site',
      'sec-fetch-mode',
    ]) {
      const value = request.headers.get(name);
      if (value) headers.set(name, value);
    }
    const cookie = request.headers.get('cookie');
    if (cookie) headers.set('cookie', cookie);
    if (isOwnOrigin(request.headers)) headers.set('origin', deps.origin);
    const url = deps.origin + new URL(request.url).pathname;
    if (!body) return new Request(url, { headers });
    headers.set('content-type', 'application/json');
    return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async function call(path: CallPath, body: Record<string, unknown>, from: Request): Promise<CallOutcome> {
    const headers = new Headers(from.headers);
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name);
    headers.set('content-type', 'application/json');
    const found = callAt(path);
    const sent = found.method === 'POST' ? { method: 'POST', body: JSON.stringify(body) } : {};
    const request = new Request(deps.origin + basePath + path, { ...sent, headers });
    const response = await attend(request, path, found);
    const result = (await response.json().catch(() => null)) as Result | null;
    return {
      ok: response.ok,
      status: response.status,
      code: response.ok ? null : (result?.code ?? null),
      message: response.ok ? '' : accountText(result, response.status),
      retryAfter: Number(response.headers.get('retry-after')) || null,
      cookies: response.headers.getSetCookie(),
      body: response.ok ? { ...result } : {},
    };
  }

  return { handle, call };
}

interface Result {
  code?: string;
  message?: string;
  user?: { id: string; email: string };
  session?: Record<string, unknown>;
}

const accountText = (result: Result | null, status: number) =>
  result?.message ?? accountMessage(undefined, status);

/** Non-browser clients send no origin; a browser of the site sends the host it was opened with. */
function isOwnOrigin(headers: Headers): boolean {
  const origin = headers.get('origin');
  if (!origin) return !headers.get('referer') && !headers.get('sec-fetch-site');
  return URL.parse(origin)?.host === headers.get('host');
}

function parseBody(schema: z.ZodType<Record<string, unknown>>, value: unknown): Record<string, unknown> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError('invalid', firstMessage(parsed.error));
  return parsed.data;
}

function answerOwn(outcome: Awaited<ReturnType<OwnCall>>): Response {
  if ('code' in outcome) return refusal(400, outcome.code, accountMessage(outcome.code, 400));
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  for (const cookie of outcome.cookies) headers.append('Set-Cookie', cookie);
  return Response.json({ status: true }, { headers });
}

/** A refusal in both formats: better-auth's, and the site's `{ error }`. */
function refusal(status: number, code: string, message: string, retryAfter?: number): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  return Response.json({ code, message, error: { code, message } }, { status, headers });
}

/** What the caller reads: nothing that distinguishes new from existing accounts, and no session token. */
function success(call: Found, response: Response, result: Result | null): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  for (const cookie of response.headers.getSetCookie()) headers.append('Set-Cookie', cookie);
  if (call.shows === 'all') return Response.json(result, { headers });
  if (call.shows !== 'session') {
    const shown = Object.entries(result ?? {}).filter(([name]) => call.shows?.includes(name));
    return Response.json({ status: true, ...Object.fromEntries(shown) }, { headers });
  }
  if (!result?.session) return Response.json(null, { headers });
  const { token: _token, ...session } = result.session;
  return Response.json({ session, user: result.user }, { headers });
}
