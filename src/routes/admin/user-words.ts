const failures: Record<string, string> = {
  revoke: 'Erro ao revogar acesso',
  grant: 'Erro ao conceder plano',
  role: 'Erro ao alterar permissão',
  credits: 'Erro ao conceder créditos',
  refund: 'Erro ao reembolsar',
  'refund-duplicate': 'Erro ao reembolsar',
  sync: 'Erro ao sincronizar',
};

/** Title of the toast for a failed change. */
export const failureOf = (intent: string): string => failures[intent] ?? 'Erro ao revogar acesso';
