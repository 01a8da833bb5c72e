/** Portuguese names of entities. */
const entityNames = {
  user: 'Usuário',
  package: 'Pacote',
  track: 'Faixa',
  category: 'Categoria',
  page_content: 'Conteúdo do site',
  storage: 'Armazenamento',
  recording_request: 'Solicitação de gravação',
  import: 'Importação',
  synonyms: 'Sinônimos da busca',
  licence: 'Licença',
  mail: 'E-mail',
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
  first_steps: 'Primeiros passos',
};

/** What administrators do: its Portuguese name, and the entity that it changes. */
export const actions = {
  'category.activate': { name: 'Categoria mostrada', entity: 'category' },
  'category.create': { name: 'Categoria criada', entity: 'category' },
  'category.deactivate': { name: 'Categoria ocultada', entity: 'category' },
  'category.order': { name: 'Categorias reordenadas', entity: 'category' },
  'category.update': { name: 'Categoria alterada', entity: 'category' },
  'content.update': { name: 'Conteúdo alterado', entity: 'page_content' },
  'import.cancel': { name: 'Importação cancelada', entity: 'import' },
  'import.retry': { name: 'Importação repetida', entity: 'import' },
  'import.start': { name: 'Importação iniciada', entity: 'import' },
  'licence.restore': { name: 'Licença restabelecida', entity: 'licence' },
  'licence.withdraw': { name: 'Licença retirada', entity: 'licence' },
  'mail.test': { name: 'E-mail de teste', entity: 'mail' },
  'package.batch': { name: 'Pacotes alterados em lote', entity: 'package' },
  'package.create': { name: 'Pacote criado', entity: 'package' },
  'package.delete': { name: 'Pacote excluído', entity: 'package' },
  'package.duplicate': { name: 'Pacote duplicado', entity: 'package' },
  'package.order': { name: 'Pacote mudado de lugar', entity: 'package' },
  'package.publish': { name: 'Pacote publicado', entity: 'package' },
  'package.restore': { name: 'Pacote restaurado', entity: 'package' },
  'package.update': { name: 'Pacote alterado', entity: 'package' },
  'recording.canceled': { name: 'Gravação cancelada', entity: 'recording_request' },
  'recording.completed': { name: 'Gravação concluída', entity: 'recording_request' },
  'recording.deliver': { name: 'Gravação entregue', entity: 'recording_request' },
  'recording.in_progress': { name: 'Gravação iniciada', entity: 'recording_request' },
  'recording.pending': { name: 'Gravação reaberta', entity: 'recording_request' },
  'storage.restore': { name: 'Arquivos restaurados', entity: 'storage' },
  'storage.trash': { name: 'Arquivos órfãos na lixeira', entity: 'storage' },
  'synonyms.remove': { name: 'Sinônimos excluídos', entity: 'synonyms' },
  'synonyms.save': { name: 'Sinônimos salvos', entity: 'synonyms' },
  'tags.group': { name: 'Grupo de tags salvo', entity: 'synonyms' },
  'track.create': { name: 'Faixa criada', entity: 'package' },
  'track.order': { name: 'Faixas reordenadas', entity: 'package' },
  'track.remove': { name: 'Faixa removida', entity: 'package' },
  'track.work': { name: 'Créditos da faixa alterados', entity: 'package' },
  'track.rename': { name: 'Faixa renomeada', entity: 'package' },
  'user.confirmation': { name: 'Confirmação reenviada', entity: 'user' },
  'user.credits': { name: 'Créditos concedidos', entity: 'user' },
  'user.grant': { name: 'Plano concedido', entity: 'user' },
  'user.refund': { name: 'Reembolso feito', entity: 'user' },
  'user.refund-failed': { name: 'Falha no reembolso', entity: 'user' },
  'user.revoke': { name: 'Acesso revogado', entity: 'user' },
  'user.role': { name: 'Permissão alterada', entity: 'user' },
  'user.sessions': { name: 'Sessões encerradas', entity: 'user' },
  'user.unlock': { name: 'Conta desbloqueada', entity: 'user' },
} as const satisfies Record<string, { name: string; entity: keyof typeof entityNames }>;
export type Action = keyof typeof actions;

/** An entity's Portuguese name; an unknown one, only in old rows, is shown as stored. */
export const entityName = (entity: string): string =>
  (entityNames as Partial<Record<string, string>>)[entity] ?? entity;

/** What was changed: a section of the site, or the thing behind the id; null: deleted or nameless. */
export const subjectName = (
  entityId: string | null,
  names: Readonly<Record<string, string>>,
): string | null => (entityId === null ? null : (sectionNames[entityId] ?? names[entityId] ?? null));

/** An action's Portuguese name; an unknown one, only in old rows, is shown as stored. */
export const actionName = (action: string): string =>
  (actions as Partial<Record<string, { name: string }>>)[action]?.name ?? action;
