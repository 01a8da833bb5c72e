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

/** Shown when an automatic creation failed (CRP-07). */
export const automaticFailure =
  'Não foi possível criar os pacotes automaticamente. Você pode criar manualmente.';

/** The change that a form requests; without an id it creates a package. */
export function intentOf(form: FormData): string {
  const intent = String(form.get('intent') ?? '');
  return intent === 'save' && !form.get('id') ? 'create' : intent;
}

/** The toast of a refused or failed change (PKM-19). */
export function failureOf(intent: string, description = 'Ocorreu um erro inesperado.'): CurationAnswer {
  const title = failures[intent] ?? 'Erro ao salvar faixas';
  return { ok: false, intent, title, description };
}

/** Shows the result as a toast; of consecutive reorderings only the last is shown. */
export function sayAnswer({ ok, intent, title, description }: CurationAnswer): void {
  const id = intent.endsWith('order') ? { id: intent } : {};
  toast({ ...id, title, ...(description ? { description } : {}), tone: ok ? 'success' : 'error' });
}

/**
 * Runs a page's action and shows the result; a failed request is a result too, so that the page stays. Shown here,
 * because the component that sent it may be unmounted by then.
 */
export async function answerOf(
  request: Request,
  send: () => Promise<CurationAnswer>,
): Promise<CurationAnswer> {
  const intent = intentOf(await formBeingSent(request));
  const answer = await send().catch((error: unknown) => {
    // A redirect: the session has ended. Aborted: a later change of the same thing replaced it.
    if (error instanceof Response || request.signal.aborted) throw error;
    return { ...failureOf(intent, intent === 'automatic' ? automaticFailure : undefined), isLost: true };
  });
  sayAnswer(answer);
  return answer;
}
