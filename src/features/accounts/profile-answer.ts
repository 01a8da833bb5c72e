const failed = 'Erro ao atualizar perfil';

/** Titles of toasts after a failed change of the profile, by intent. */
export const profileFailures = {
  name: failed,
  email: 'Erro ao atualizar email',
  password: 'Erro ao alterar senha',
  delete: 'Erro ao excluir conta',
  station: 'Estação não salva',
  'station-remove': 'Estação não removida',
  'app-begin': failed,
  'app-confirm': failed,
  'key-begin': failed,
  'key-add': failed,
  'app-remove': failed,
  'key-remove': failed,
  'codes-renew': failed,
  'end-session': failed,
  'end-other-sessions': failed,
};
