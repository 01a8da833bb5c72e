import type { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import type { Clock } from '#platform/clock.ts';
import { AppError } from '#platform/errors.ts';
import { readFields } from '#platform/http.server.ts';
import { type CallPath, findCall } from '../calls.ts';
import { type Counter, giveBack, spendAll } from '../limits/commands.server.ts';
import { accountMessage } from '../messages.ts';
import type { Places } from '../places/commands.server.ts';
import type { SignedCookie } from '../signed-cookie.ts';

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
  isRegistered(email: string): Promise<boolean>;
  endSession(token: string): Promise<void>;
  passwordChanged(user: { id: string; email: string }): Promise<void>;
}

type Found = NonNullable<ReturnType<typeof findCall>>;

/**
 * The one way to the accounts library, for pages and for the outside: only known calls, bodies reduced to the
 * fields that count, limits, and answers in Portuguese that tell nobody who has an account.
 */
export function openDoor(deps: DoorDeps) {
  async function handle(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.slice(basePath.length);
    const call = findCall(request.method, path);
    if (!call) return refusal(404, 'NOT_FOUND', accountMessage(undefined, 404));
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
    const counters = call.signsIn
      ? await deps.places.countersOf(request, String(body?.email))
      : countersOf(call, deps.addressOf(request), body, token);
    await spendAll(deps, counters);
    // The library reports success even where it failed to end the session: it is ended here first.
    if (path === '/sign-out' && token) await deps.endSession(token);
    const response = await deps.pass(cleaned(request, call, body));
    const result = (await response.json().catch(() => null)) as Result | null;
    if (call.countsFailures && (response.ok || result?.code === 'EMAIL_NOT_VERIFIED')) {
      await giveBack(deps, counters);
    }
    // Two sign-ups for one address at the same moment: the one that came second must not tell.
    const isRace = path === '/sign-up/email' && result?.code === 'FAILED_TO_CREATE_USER';
    if (isRace && (await deps.isRegistered(String(body?.email)))) return success(path, response, null);
    if (!response.ok) {
      const code = result?.code ?? 'REFUSED';
      return refusal(response.status, code, accountMessage(code, response.status));
    }
    if (path === '/change-password' && result?.user) await deps.passwordChanged(result.user);
    if (call.signsIn && result?.user) {
      response.headers.append('Set-Cookie', await deps.places.remember(request, result.user.id));
    }
    return success(path, response, result);
  }

  /** The request as the library gets it: our fields, our origin where the browser's is the same site's. */
  function cleaned(request: Request, call: Found, body: object | null): Request {
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
    if (cookie && !call.anonymous) headers.set('cookie', cookie);
    if (isOwnOrigin(request.headers)) headers.set('origin', deps.origin);
    const url = deps.origin + new URL(request.url).pathname;
    if (!body) return new Request(url, { headers });
    headers.set('content-type', 'application/json');
    return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async function call(path: CallPath, body: Record<string, unknown>, from: Request): Promise<CallOutcome> {
    const headers = new Headers(from.headers);
    headers.delete('content-length');
    headers.set('content-type', 'application/json');
    const url = deps.origin + basePath + path;
    const response = await handle(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }));
    const result = (await response.json().catch(() => null)) as Result | null;
    return {
      ok: response.ok,
      status: response.status,
      code: response.ok ? null : (result?.code ?? null),
      message: response.ok ? '' : accountText(result, response.status),
      retryAfter: Number(response.headers.get('retry-after')) || null,
      cookies: response.headers.getSetCookie(),
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

function countersOf(call: Found, address: string, body: object | null, token: string | null): Counter[] {
  const counters: Counter[] = [];
  if (call.perAddress) counters.push({ limit: call.perAddress, subject: address });
  const email = body && 'email' in body ? String(body.email) : null;
  if (call.perAccount && email) counters.push({ limit: call.perAccount, subject: email });
  if (call.perSession && token) counters.push({ limit: call.perSession, subject: token });
  return counters;
}

function parseBody(schema: z.ZodType<Record<string, unknown>>, value: unknown): Record<string, unknown> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError('invalid', parsed.error.issues[0]!.message);
  return parsed.data;
}

/** Refusals in both forms: the library's, and the site's `{ error }` (contract.md). */
function refusal(status: number, code: string, message: string, retryAfter?: number): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  return Response.json({ code, message, error: { code, message } }, { status, headers });
}

/** What the outside reads: nothing that tells a new account from an old one, and no session token. */
function success(path: string, response: Response, result: Result | null): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  for (const cookie of response.headers.getSetCookie()) headers.append('Set-Cookie', cookie);
  if (path !== '/get-session') return Response.json({ status: true }, { headers });
  if (!result?.session) return Response.json(null, { headers });
  const { token: _token, ...session } = result.session;
  return Response.json({ session, user: result.user }, { headers });
}
