/** Portuguese names of entities. */
const entityNames: Record<string, string> = {
  user: 'Usuário',
  package: 'Pacote',
  track: 'Faixa',
  category: 'Categoria',
  page_content: 'Conteúdo do site',
  storage: 'Armazenamento',
  recording_request: 'Solicitação de gravação',
  import: 'Importação',
};

/** Portuguese names of the site's sections. */
const sectionNames: Record<string, string> = {
  hero: 'Hero',
  features: 'Recursos',
  pricing: 'Planos',
  pricing_plans: 'Benefícios dos planos',
  faq: 'FAQ',
  contact: 'Contato',
  maintenance_mode: 'Modo de desenvolvimento',
  category_images: 'Imagens das categorias',
  site_settings: 'Configurações CEO',
  license: 'Licença',
};

/** Portuguese names of actions; a new action needs an entry here. */
const actionNames: Record<string, string> = {
  'category.activate': 'Categoria mostrada',
  'category.create': 'Categoria criada',
  'category.deactivate': 'Categoria escondida',
  'category.order': 'Categorias reordenadas',
  'category.update': 'Categoria alterada',
  'content.update': 'Conteúdo alterado',
  'import.cancel': 'Importação cancelada',
  'import.retry': 'Importação repetida',
  'import.start': 'Importação iniciada',
  'package.batch': 'Pacotes alterados em lote',
  'package.create': 'Pacote criado',
  'package.delete': 'Pacote excluído',
  'package.publish': 'Pacote publicado',
  'package.restore': 'Pacote restaurado',
  'package.update': 'Pacote alterado',
  'recording.canceled': 'Gravação cancelada',
  'recording.completed': 'Gravação concluída',
  'recording.deliver': 'Gravação entregue',
  'recording.in_progress': 'Gravação iniciada',
  'recording.pending': 'Gravação reaberta',
  'storage.restore': 'Arquivos restaurados',
  'storage.trash': 'Órfãos para a lixeira',
  'track.create': 'Faixa criada',
  'track.order': 'Faixas reordenadas',
  'track.remove': 'Faixa removida',
  'track.rename': 'Faixa renomeada',
  'user.credits': 'Créditos concedidos',
  'user.grant': 'Plano concedido',
  'user.refund': 'Reembolso feito',
  'user.refund-failed': 'Reembolso que falhou',
  'user.revoke': 'Acesso revogado',
  'user.role': 'Permissão alterada',
};

/** An entity's Portuguese name; an unknown one, only in old rows, is shown as stored. */
export const entityName = (entity: string): string => entityNames[entity] ?? entity;

/** What was changed: a section of the site, or the thing behind the id; null: deleted or nameless. */
export const subjectName = (
  entityId: string | null,
  names: Readonly<Record<string, string>>,
): string | null => (entityId === null ? null : (sectionNames[entityId] ?? names[entityId] ?? null));

/** An action's Portuguese name; an unknown one, only in old rows, is shown as stored. */
export const actionName = (action: string): string => actionNames[action] ?? action;
