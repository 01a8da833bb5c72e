export function passkeyFailure(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'Este aparelho já guarda uma chave de acesso desta conta.';
  if (name === 'NotAllowedError' || name === 'AbortError') {
    return 'A chave de acesso não foi usada: o pedido foi cancelado ou o tempo acabou.';
  }
  return 'Este navegador não conseguiu usar uma chave de acesso neste endereço.';
}
