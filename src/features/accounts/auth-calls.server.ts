import type { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import type { Clock } from '#platform/clock.ts';
import { AppError } from '#platform/errors.ts';
import { readFields } from '#platform/http.server.ts';
import { type CallPath, findCall } from './calls.ts';
import { codeOnce } from './limits/limits.ts';
import { type Counter, giveBack, spend, spendAll } from './limits/spend-attempts.server.ts';
import { accountMessage } from './messages.ts';
import { signInSchema } from './model.ts';
import type { Places } from './places/known-places.server.ts';
import type { SignedCookie } from './signed-cookie.ts';

const basePath = '/api/auth';
const maxBytes = 16 * 1024;

/** What came of a call. */
export interface CallOutcome {
  ok: boolean;
  status: number;
  /** The library's code of a refusal, `EMAIL_NOT_VERIFIED`; null when there is none. */
  code: string | null;
  /** Portuguese; empty when it went well. */
  message: string;
  /** Seconds after which a refused call is worth repeating; null unless a limit was reached. */
  retryAfter: number | null;
  /** Set-Cookie lines to hand on. */
  cookies: string[];
  /** What the call shows of the library's answer; empty when it was refused. */
  body: Record<string, unknown>;
}

interface DoorDeps {
  db: Database;
  clock: Clock;
  /** Answers that must not tell by their time never come sooner than this, in milliseconds. */
  evenTime: number;
  /** The site's own origin. */
  origin: string;
  cookies: SignedCookie;
  places: Places;
  /** The client's address as the server found it. */
  addressOf(request: Request): string;
  /** Hands a cleaned request to the library. */
  pass(request: Request): Promise<Response>;
  /** The calls that are ours, by their path: the library has no part in them. */
  own: Record<string, OwnCall>;
  /** Whether somebody signed up with these and has yet to confirm it. */
  isWaiting(request: Request, given: { email: string; password: string }): Promise<boolean>;
  /** Who has given his password and owes the second step; null: nobody. */
  awaited(cookieHeader: string | null): Promise<string | null>;
  /** Whether somebody's codes can be read: with another SESSION_SECRET than they were made with they cannot. */
  isCodeReadable(userId: string, column: NonNullable<Found['takesCode']>): Promise<boolean>;
  endSession(token: string): Promise<void>;
  passwordChanged(user: { id: string; email: string }): Promise<void>;
  /** Somebody signed in by a browser in which he never did. */
  signedInAnew(user: { email: string }, request: Request): void;
}

/** Answers a call with its checked body: Set-Cookie lines, or the code of a refusal. */
export type OwnCall = (request: Request, body: unknown) => Promise<{ cookies: string[] } | { code: string }>;

type Found = NonNullable<ReturnType<typeof findCall>>;

/**
 * The one way to the accounts library, for pages and for the outside: only known calls, bodies reduced to the
 * fields that count, limits, and answers in Portuguese that tell nobody who has an account.
 */
export function openDoor(deps: DoorDeps) {
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
    // The library reports success even where it failed to end the session: it is ended here first.
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

  /** Why a code of a second step opens nothing, before the library looks; the app's is used up from now on. */
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

  /** Why the library refused. A sign-up that waits is told of, also where the library knows another password. */
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

  /** The request as the library gets it: our fields, our origin where the browser's is the same site's. */
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
    const found = findCall(path)!;
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

/** Callers that are no browsers send no origin at all; a browser of the site names the host it was asked for. */
function isOwnOrigin(headers: Headers): boolean {
  const origin = headers.get('origin');
  if (!origin) return !headers.get('referer') && !headers.get('sec-fetch-site');
  return URL.parse(origin)?.host === headers.get('host');
}

function parseBody(schema: z.ZodType<Record<string, unknown>>, value: unknown): Record<string, unknown> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError('invalid', parsed.error.issues[0]!.message);
  return parsed.data;
}

function answerOwn(outcome: Awaited<ReturnType<OwnCall>>): Response {
  if ('code' in outcome) return refusal(400, outcome.code, accountMessage(outcome.code, 400));
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  for (const cookie of outcome.cookies) headers.append('Set-Cookie', cookie);
  return Response.json({ status: true }, { headers });
}

/** Refusals in both forms: the library's, and the site's `{ error }` (contract.md). */
function refusal(status: number, code: string, message: string, retryAfter?: number): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  return Response.json({ code, message, error: { code, message } }, { status, headers });
}

/** What the caller reads: nothing that tells a new account from an old one, and no session token. */
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
