import { recordsDays } from '#features/accounts/records.ts';

interface HistoryFacts {
  title: string;
  /** A sentence under the title. */
  lead?: string;
  empty: string;
  /** Its newest lines stand elsewhere on the account's page. */
  isElsewhere?: true;
}

/** The histories of an account, in the order of its page; the names stand in addresses. */
const histories = {
  logins: { title: 'Logins', empty: 'Nenhum login registrado.', isElsewhere: true },
  emails: {
    title: 'E-mails',
    lead: `O que foi enviado e o que o servidor de e-mail respondeu. Os registros somem depois de ${recordsDays} dias.`,
    empty: `Nenhum e-mail nos últimos ${recordsDays} dias.`,
  },
  plano: {
    title: 'Plano e histórico',
    lead: 'As assinaturas no provedor e tudo o que os administradores mudaram.',
    empty: 'Nenhuma assinatura, e nenhuma mudança.',
  },
  pagamentos: { title: 'Pagamentos', empty: 'Nenhuma cobrança.' },
  creditos: { title: 'Créditos', empty: 'Nenhum crédito entrou ou saiu.' },
  pedidos: { title: 'Pedidos de vinheta', empty: 'Nenhuma gravação pedida.' },
  downloads: { title: 'Downloads', empty: 'Nada foi baixado.' },
} satisfies Record<string, HistoryFacts>;

export type HistoryName = keyof typeof histories;
export const historyNames = Object.keys(histories) as HistoryName[];

export const historyFacts = (name: HistoryName): HistoryFacts => histories[name];
