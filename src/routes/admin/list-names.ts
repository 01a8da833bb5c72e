/** The administrators' lists that are also files, as filtered: each as CSV and XLSX. */
export const listNames = [
  'auditoria',
  'buscas',
  'certificados',
  'downloads',
  'historico',
  'importacoes',
  'pacotes',
  'receita',
  'solicitacoes',
  'usuarios',
] as const;
export type ListName = (typeof listNames)[number];
