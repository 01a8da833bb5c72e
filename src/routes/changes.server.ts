import { data, type RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import type { Viewer } from '#features/subscriptions/gates.server.ts';
import { type Answer, type Failures, intentOf } from '#platform/answer.ts';
import { refusalOf } from '#platform/definition.ts';
import { AppError } from '#platform/errors.ts';
import { readForm } from '#platform/http.server.ts';
import { type App, appContext, viewerContext } from './app.server.ts';

/** The part of a result that a change returns; intent and failure title are added. */
type Said = Partial<Answer> & { title: string };
type Result = Partial<Answer> & { ok: boolean; cookies?: string[] };

/** Context of a page's call, for changes that need more than the form. */
export interface Call {
  request: Request;
  params: Readonly<Record<string, string | undefined>>;
}

/** A change that a page's form requests. */
export type Change<Proof> = (
  app: App,
  proof: Proof,
  form: FormData,
  call: Call,
) => Promise<Result | Response>;

type ReasonOf<O> = O extends { ok: false; reason: infer R extends string } ? R : never;

type Words<T, O> = {
  /** The toast on success. */
  done: string | Said | ((input: T, outcome: Extract<O, { ok: true }>) => Said);
  /** The field that shows every refusal. */
  field?: string;
} & ([ReasonOf<O>] extends [never] ? unknown : { refusals: Record<ReasonOf<O>, string | Partial<Answer>> });

/** Refusals, one of which is a conflict. */
export const withConflict = <Reason extends string>(
  refusals: Record<Reason, string>,
  conflict: NoInfer<Reason>,
): Record<Reason, string | Partial<Answer>> => ({
  ...refusals,
  [conflict]: { description: refusals[conflict], isConflict: true },
});

/** `field` names another one than that of the change's words. */
type Outcome = { ok: boolean; reason?: string; message?: string; field?: string } | Response;

/** A rate limit is a refusal like others. */
function tooMany(error: unknown): Outcome {
  if (error instanceof AppError && error.kind === 'rate-limited')
    return { ok: false, message: error.message };
  throw error;
}

/** A change: its form, its command, and the texts of both outcomes. @param read the form's schema or parser */
export function change<Proof, T, O extends { ok: boolean } | Response>(
  read: z.ZodType<T> | ((form: FormData) => z.ZodSafeParseResult<T>),
  run: (app: App, proof: Proof, input: T, call: Call) => Promise<O>,
  words: Words<T, O>,
): Change<Proof> {
  const {
    done,
    field,
    refusals = {},
  } = words as Words<T, O> & { refusals?: Record<string, string | Partial<Answer>> };
  const refuse = (said: Partial<Answer>, at = field): Result => {
    const errors = at ? { [at]: [said.description ?? ''] } : said.errors;
    return { ...said, ok: false, ...(errors && { errors }) };
  };
  return async (app, proof, form, call) => {
    const parsed = typeof read === 'function' ? read(form) : read.safeParse(Object.fromEntries(form));
    if (!parsed.success) {
      const { errors, first } = refusalOf(parsed.error);
      return refuse({ description: first.message, errors });
    }
    const outcome: Outcome = await run(app, proof, parsed.data, call).catch(tooMany);
    if (outcome instanceof Response) return outcome;
    if (outcome.ok) {
      const said = typeof done === 'function' ? done(parsed.data, outcome as Extract<O, { ok: true }>) : done;
      return { ...outcome, ...(typeof said === 'string' ? { title: said } : said) };
    }
    const said = refusals[outcome.reason ?? ''] ?? outcome.message ?? '';
    return refuse(typeof said === 'string' ? { description: said } : said, outcome.field);
  };
}

interface Args {
  context: Readonly<RouterContextProvider>;
  request: Request;
  params: Call['params'];
}

/**
 * A page's action: all changes of its forms by `intent`. Status 200, 409 for a conflict, else 422. @param prove the
 * gate @param failures titles of toasts after a failure, one per change
 */
export const actionOf =
  <Intent extends string, Proof>(
    prove: (viewer: Viewer | null) => Proof,
    failures: Failures<Intent>,
    changes: Record<Intent, Change<Proof>>,
  ) =>
  async ({ context, request, params }: Args) => {
    const app = context.get(appContext);
    const proof = prove(await context.get(viewerContext)());
    const form = await readForm(request);
    const intent = intentOf(form, failures) as Intent;
    const asked = Object.hasOwn(changes, intent) ? changes[intent] : null;
    const result = asked
      ? await asked(app, proof, form, { request, params })
      : { ok: false, title: 'Ação desconhecida' };
    if (result instanceof Response) return result;
    const { cookies = [], ...rest } = result;
    const answer: Answer = { intent, title: rest.ok ? '' : failures[intent], ...rest };
    const status = answer.ok ? 200 : answer.isConflict ? 409 : 422;
    return data(answer, { status, headers: cookies.map((cookie) => ['Set-Cookie', cookie]) });
  };
