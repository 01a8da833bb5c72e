import { type Answer, type Failures, intentOf } from '#platform/answer.ts';
import { formBeingSent } from '#platform/sent-form.client.ts';
import { sayAnswer } from '#ui/say-answer.ts';

interface Call {
  request: Request;
  serverAction: () => Promise<unknown>;
}

interface Options {
  /** What is said, beside the title, when the call itself failed. */
  lost?: (error: unknown, intent: string) => Partial<Answer>;
  /** Answers that the page shows by itself. */
  quiet?: (answer: Answer) => boolean;
}

/**
 * The clientAction of a page: runs its action and says how it went. A call that fails is an answer too, so that no page
 * breaks; it is said here, because what asked for the change may have left the page by the time of its answer.
 */
export const answering =
  (failures: Failures, { lost, quiet }: Options = {}) =>
  async ({ request, serverAction }: Call): Promise<Answer> => {
    const intent = intentOf(await formBeingSent(request), failures);
    const answer = await serverAction().catch((error: unknown): Answer => {
      // A redirect: the session has ended. Aborted: a later change of the same thing has taken its place.
      if (error instanceof Response || request.signal.aborted) throw error;
      const title = failures[intent] ?? 'Erro inesperado';
      const description = 'Ocorreu um erro inesperado.';
      return { ok: false, intent, title, description, ...lost?.(error, intent), isLost: true };
    });
    const said = answer as Answer;
    if (!quiet?.(said)) sayAnswer(said);
    return said;
  };
