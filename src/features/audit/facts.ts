import type { RecordingStatus } from '#db/schema/recordings.ts';
import type { SubscriptionStatus } from '#db/schema/subscriptions.ts';
import { roleNames } from '#features/accounts/roles.ts';
import { kindFacts, kinds } from '#features/catalog/kinds.ts';
import { planLabel, planTypes } from '#features/plans/plans.ts';
import { formatDateTime, formatMoney, formatSize } from '#platform/format.ts';
import { cutText } from '#platform/letters.ts';

export interface Fact {
  label: string;
  text: string;
}
/** What ids stand for (titles, names, e-mails), and the definition's field names. */
export interface Known {
  names: Readonly<Record<string, string>>;
  words: Readonly<Record<string, string>>;
}

/** Portuguese names of fields without a definition; a new one needs an entry here. */
const fields: Record<string, string> = {
  ahead: 'Depois de',
  amount: 'Créditos',
  amountCents: 'Valor',
  answer: 'Resposta',
  behind: 'Antes de',
  benefits: 'Benefícios',
  change: 'Mudança',
  charging: 'Cobrança',
  device: 'Aparelho',
  driveFolderId: 'Pasta do Google Drive',
  expiresAt: 'Válido até',
  file: 'Arquivo',
  isActive: 'Ativo',
  keys: 'Arquivos',
  kind: 'Tipo',
  name: 'Nome',
  packageId: 'Pacote',
  paidAt: 'Pago em',
  planType: 'Plano',
  question: 'Pergunta',
  reason: 'Motivo',
  role: 'Permissão',
  size: 'Tamanho',
  status: 'Situação',
  subject: 'Assunto',
  subscription: 'Assinatura no provedor',
  text: 'Texto',
  until: 'Válidos até',
};

const plans = Object.fromEntries(planTypes.map((type) => [type, planLabel(type)]));
/** Portuguese names of stored values, by field. */
const values: Record<string, Record<string, string>> = {
  change: {
    activate: 'Ativar',
    deactivate: 'Desativar',
    move: 'Mover para a categoria',
    'add-tags': 'Acrescentar tags',
    'remove-tags': 'Retirar tags',
  },
  charging: { ended: 'Encerrada', 'goes-on': 'Continua' },
  kind: {
    package: 'Para um pacote',
    drafts: 'Pacotes automáticos',
    ...Object.fromEntries(kinds.map((kind) => [kind, kindFacts[kind].formName])),
    outros: 'Outros',
  },
  plans,
  planType: plans,
  role: roleNames,
  status: {
    active: 'Ativa',
    inactive: 'Inativa',
    pending: 'Pendente',
    in_progress: 'Em andamento',
    completed: 'Concluída',
    canceled: 'Cancelada',
  } satisfies Record<RecordingStatus | SubscriptionStatus, string>,
};

/** Longest shown text in characters. */
const longest = 300;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A field's Portuguese name; an unknown one, only in old rows, is shown as stored. */
const fieldName = (field: string, { words }: Known): string => words[field] ?? fields[field] ?? field;

/** The change in words; where both sides are known, only the differences. */
export function readChange(before: unknown, after: unknown, known: Known): { before: Fact[]; after: Fact[] } {
  const old = factsOf(before, known);
  const now = factsOf(after, known);
  const isIn = (list: Fact[]) => (fact: Fact) =>
    list.some(({ label, text }) => label === fact.label && text === fact.text);
  const hadIt = isIn(old);
  const hasIt = isIn(now);
  return { before: old.filter((fact) => !hasIt(fact)), after: now.filter((fact) => !hadIt(fact)) };
}

const factsOf = (value: unknown, known: Known): Fact[] =>
  value === null || value === undefined ? [] : flatten(value, '', [], known);

function flatten(value: unknown, field: string, path: readonly string[], known: Known): Fact[] {
  // A list without a path was reordered.
  const label = path.join(' · ') || 'Ordem';
  if (Array.isArray(value)) {
    const isList = value.every((each) => typeof each !== 'object');
    if (isList) return [{ label, text: cut(value.map((each) => say(each, field, known)).join(', ')) }];
    return value.flatMap((each, at) => {
      const step = [
        ...path.slice(0, -1),
        [path.at(-1), nameOf(each, field, known) ?? at + 1].join(' ').trim(),
      ];
      return flatten(each, field, step, known);
    });
  }
  if (value && typeof value === 'object') {
    const parts = Object.entries(value).filter(([key]) => key !== 'id');
    return parts.flatMap(([key, each]) => flatten(each, key, [...path, fieldName(key, known)], known));
  }
  return [{ label, text: cut(say(value, field, known)) }];
}

function nameOf(entry: unknown, field: string, known: Known): string | undefined {
  const { id } = entry as { id?: unknown };
  return typeof id === 'string' ? (known.names[id] ?? values[field]?.[id]) : undefined;
}

function say(value: unknown, field: string, known: Known): string {
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  if (typeof value === 'number') {
    if (field === 'size') return formatSize(value);
    return field.endsWith('Cents') ? formatMoney(value) : value.toLocaleString('pt-BR');
  }
  if (typeof value !== 'string' || value === '') return 'vazio';
  if (moment.test(value)) return formatDateTime(value);
  return known.names[value] ?? values[field]?.[value] ?? value;
}

const cut = (text: string): string => {
  if (text === '') return 'vazio';
  return text.length > longest ? `${cutText(text, longest)}…` : text;
};
