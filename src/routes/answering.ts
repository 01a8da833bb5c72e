import { type Answer, type Failures, intentOf } from '#platform/answer.ts';
import { causeOfError } from '#platform/failed-call.ts';
import { formBeingSent } from '#platform/sent-form.client.ts';
import { sayAnswer } from '#ui/say-answer.ts';

interface Call {
  request: Request;
  serverAction: () => Promise<unknown>;
}

interface Options {
  /** The text besides the title when the request itself failed; the cause by default. */
  lost?: (error: unknown, intent: string) => Partial<Answer>;
  /** Results that the page shows itself. */
  quiet?: (answer: Answer) => boolean;
}

/** A refusal that the form shows at its fields: a toast beside it would say it twice. */
export const isSaidAtFields = ({ errors }: Answer): boolean => errors !== undefined;

/**
 * A page's clientAction: runs its action and shows the result as a toast. A failed request is a result too, so that
 * the page stays; shown here, because the component that sent it may be unmounted by then.
 */
export const answering =
  (failures: Failures, { lost, quiet }: Options = {}) =>
  async ({ request, serverAction }: Call): Promise<Answer> => {
    const intent = intentOf(await formBeingSent(request), failures);
    const answer = await serverAction().catch((error: unknown): Answer => {
      // A redirect: the session has ended. Aborted: a later change of the same thing replaced it.
      if (error instanceof Response || request.signal.aborted) throw error;
      const title = failures[intent] ?? 'Erro inesperado';
      const description = causeOfError(error);
      return { ok: false, intent, title, description, ...lost?.(error, intent), isLost: true };
    });
    const said = answer as Answer;
    if (!quiet?.(said)) sayAnswer(said);
    return said;
  };
