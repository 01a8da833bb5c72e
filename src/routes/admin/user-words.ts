/** Titles of toasts after a failed change of a user. */
export const userFailures = {
  revoke: 'Erro ao revogar acesso',
  grant: 'Erro ao conceder plano',
  role: 'Erro ao alterar permissão',
  credits: 'Erro ao conceder créditos',
  refund: 'Erro ao reembolsar',
  'refund-duplicate': 'Erro ao reembolsar',
  sync: 'Erro ao sincronizar',
};

/** The same of what is done for an account on its own page. */
export const helpFailures = {
  confirm: 'Confirmação não enviada',
  unlock: 'A conta continua bloqueada',
  'end-session': 'Sessão não encerrada',
  'end-sessions': 'Sessões não encerradas',
};
