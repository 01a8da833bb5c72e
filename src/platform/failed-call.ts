/** Whether the browser reports that it is offline; false says nothing about the site. */
const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/** Why a call failed without a message of the site. @param status of a proxy's response; 0 without any */
export function causeOf(status: number): string {
  if (status === 0) return isOffline() ? 'Sem conexão com a internet.' : 'O site não respondeu.';
  if (status === 413)
    return 'Um servidor no caminho até o site não aceita um envio deste tamanho (erro 413).';
  if (status === 408 || status === 504) return `O site demorou demais para responder (erro ${status}).`;
  if (status === 429) return 'Foram muitos pedidos em pouco tempo (erro 429).';
  if (status >= 500) return `O site está com uma instabilidade (erro ${status}).`;
  return `Um servidor no caminho até o site recusou o pedido (erro ${status}).`;
}

/** The same for an answer: the site's own message, or else the cause of its silence. @param answer null: none came */
export async function causeOfAnswer(answer: Response | null): Promise<string> {
  const body = (await answer?.json().catch(() => null)) as { error?: { message?: unknown } } | null;
  const said = body?.error?.message;
  return typeof said === 'string' ? said : causeOf(answer?.status ?? 0);
}

/** The same for an error of a page's call: the site's own message, or else the cause of its silence. */
export function causeOfError(error: unknown): string {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: { message?: unknown } };
  if (typeof data?.message === 'string') return data.message;
  if (typeof status === 'number') return causeOf(status);
  return error instanceof TypeError ? causeOf(0) : 'Ocorreu um erro inesperado.';
}
