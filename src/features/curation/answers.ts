import { formBeingSent } from '#platform/sent-form.client.ts';
import { toast } from '#ui/toast-store.ts';
import type { CurationAnswer } from './model.ts';

const failures: Record<string, string> = {
  create: 'Erro ao criar pacote',
  save: 'Erro ao salvar pacote',
  delete: 'Erro ao deletar pacote',
  restore: 'Erro ao restaurar pacote',
  batch: 'Erro ao salvar pacotes',
  automatic: 'Erro na criação automática',
  sync: 'Erro ao sincronizar com o Drive',
};

/** Said of the automatic creation when it did not work (CRP-07). */
export const automaticFailure =
  'Não foi possível criar os pacotes automaticamente. Você pode criar manualmente.';

/** Which change a form asks for; a package without an id is a new one. */
export function intentOf(form: FormData): string {
  const intent = String(form.get('intent') ?? '');
  return intent === 'save' && !form.get('id') ? 'create' : intent;
}

/** What is said when a change was refused, or did not come through at all (PKM-19). */
export function failureOf(intent: string, description = 'Ocorreu um erro inesperado.'): CurationAnswer {
  const title = failures[intent] ?? 'Erro ao salvar faixas';
  return { ok: false, intent, title, description };
}

/** Says by toast how a change went; of orders saved one after the other only the last is said. */
export function sayAnswer({ ok, intent, title, description }: CurationAnswer): void {
  const id = intent.endsWith('order') ? { id: intent } : {};
  toast({ ...id, title, ...(description ? { description } : {}), tone: ok ? 'success' : 'error' });
}

/**
 * Runs a page's action and says how it went; what fails on the way is an answer too, so that no page breaks. It is
 * said here, because what asked for the change may have left the page by the time its answer is there.
 */
export async function answerOf(
  request: Request,
  send: () => Promise<CurationAnswer>,
): Promise<CurationAnswer> {
  const intent = intentOf(await formBeingSent(request));
  const answer = await send().catch((error: unknown) => {
    // A redirect: the session has ended. Broken off: a later change of the same thing has taken its place.
    if (error instanceof Response || request.signal.aborted) throw error;
    return { ...failureOf(intent, intent === 'automatic' ? automaticFailure : undefined), isLost: true };
  });
  sayAnswer(answer);
  return answer;
}
