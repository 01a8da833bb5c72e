import type { Suggestion } from '#features/search/suggestions/model.ts';
import { plain, slipsBetween } from '#features/search/words/typos.ts';
import { adminGroups, panelPage } from './admin-pages.ts';
import { listenerPageList } from './pages.ts';

/** A page or an action that the palette leads to. */
interface Command extends Suggestion {
  of: 'page' | 'action';
  /** Further words that it is found by. */
  words: string;
}

const accountActions: Command[] = [
  {
    label: 'Segurança da conta',
    hint: 'Senha, aparelhos e verificação em duas etapas',
    to: '/profile?aba=seguranca',
    words: 'trocar mudar senha chave código sessão',
  },
  {
    label: 'Assinatura e recibos',
    hint: 'Plano, próximo pagamento e recibos',
    to: '/profile?aba=assinatura',
    words: 'plano pagamento cartão boleto renovar cancelar',
  },
].map((action) => ({ of: 'action', ...action }));

const adminActions: Command[] = [
  {
    label: 'Modo de manutenção',
    hint: 'Fechar ou abrir o site',
    to: '/admin',
    words: 'desenvolvimento desligar ligar',
  },
  {
    label: 'Editar os textos da página inicial',
    hint: 'Textos, vídeo, perguntas e contato',
    to: '/edit-home',
    words: 'mudar landing',
  },
].map((action) => ({ of: 'action', ...action }));

const pages: Command[] = listenerPageList.map(({ to, label }) => ({
  of: 'page',
  label,
  hint: null,
  to,
  words: '',
}));

const adminPages: Command[] = [
  { of: 'page', label: panelPage.title, hint: 'Administração', to: panelPage.to, words: panelPage.label },
  ...adminGroups.flatMap(({ name, pages }) =>
    pages.map(
      ({ to, label, title, text }): Command => ({
        of: 'page',
        label,
        hint: text,
        to,
        words: `${title} ${text} ${name}`,
      }),
    ),
  ),
];

/** Lists that a word and what follows it lead to, filtered: 'usuário maria@exemplo.com'. */
const usersList = {
  word: /^(usuari|pesso|client|assinant|ouvint)\w*$/,
  label: 'Usuários',
  to: '/admin/manage-users',
};
const lists = [usersList, { word: /^pacotes?$/, label: 'Pacotes', to: '/admin/manage-packages' }];

function listsAsked(typed: string) {
  const [, word = '', rest = ''] = /^(\S+)\s+(.+)$/u.exec(typed) ?? [];
  const asked = lists.filter((list) => list.word.test(plain(word))).map((list) => ({ ...list, term: rest }));
  const byMail = typed.includes('@') && asked.length === 0 ? [{ ...usersList, term: typed }] : [];
  return [...asked, ...byMail];
}

/** The account that a text asks for by name or e-mail; null: it asks for something else. */
export const accountAsked = (text: string): string | null =>
  listsAsked(text.trim()).find(({ to }) => to === usersList.to)?.term ?? null;

function filteredLists(typed: string): Command[] {
  return listsAsked(typed).map(({ label, to, term }) => ({
    of: 'action',
    label: `${label} com “${term}”`,
    hint: 'Lista filtrada',
    to: `${to}?q=${encodeURIComponent(term)}`,
    words: '',
  }));
}

const small = new Set(['de', 'do', 'da', 'dos', 'das', 'o', 'a', 'os', 'as', 'e', 'em', 'no', 'na', 'para']);
const wordsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** How well a typed word fits: 3 begins so, 2 begins so but for a slip, 0 not at all. */
function nearness(typed: string, words: readonly string[]): number {
  if (words.some((word) => word.startsWith(typed))) return 3;
  const most = typed.length >= 8 ? 2 : typed.length >= 4 ? 1 : 0;
  const isAlike = (word: string) =>
    most > 0 &&
    [typed.length - 1, typed.length, typed.length + 1].some(
      (length) => slipsBetween(typed, word.slice(0, length), most) <= most,
    );
  return words.some(isAlike) ? 2 : 0;
}

/** The worth of a command for what was typed; 0 when a word fits nowhere. What its label says counts double. */
function worth({ label, words }: Command, typed: readonly string[]): number {
  const [own, further] = [wordsOf(label), wordsOf(words)];
  const fits = typed.map((word) => Math.max(2 * nearness(word, own), nearness(word, further)));
  return fits.includes(0) ? 0 : fits.reduce((sum, each) => sum + each, 0);
}

/** The pages and actions of a role that a text means, best first; without a text all of them. */
export function findCommands(isAdmin: boolean, text: string): Suggestion[] {
  const typed = wordsOf(text).filter((word, _, all) => all.length === 1 || !small.has(word));
  const known = [
    ...pages,
    ...(isAdmin ? adminPages : []),
    ...(isAdmin ? adminActions : []),
    ...accountActions,
  ];
  const found = known
    .map((command) => ({ command, value: typed.length === 0 ? 1 : worth(command, typed) }))
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value)
    .map(({ command }) => command);
  return [...(isAdmin ? filteredLists(text.trim()) : []), ...found].map(({ of, label, hint, to }) => ({
    of,
    label,
    hint,
    to,
  }));
}
