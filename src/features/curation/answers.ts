const tracks = 'Erro ao salvar faixas';

/** Titles of toasts after a failed change of packages (PKM-19). */
export const packageFailures = {
  save: 'Erro ao salvar pacote',
  create: 'Erro ao criar pacote',
  delete: 'Erro ao deletar pacote',
  restore: 'Erro ao restaurar pacote',
  batch: 'Erro ao salvar pacotes',
  order: 'Erro ao ordenar pacotes',
  duplicate: 'Erro ao duplicar pacote',
  sync: 'Erro ao sincronizar com o Drive',
  'track-order': tracks,
  'track-rename': tracks,
  'track-work': tracks,
  'track-remove': tracks,
};

/** Shown when the automatic creation failed (CRP-07). */
export const automaticFailure =
  'Não foi possível criar os pacotes automaticamente. Você pode criar manualmente.';
