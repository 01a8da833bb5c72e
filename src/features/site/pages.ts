import Download from 'lucide-react/icons/download';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import Gauge from 'lucide-react/icons/gauge';
import Heart from 'lucide-react/icons/heart';
import House from 'lucide-react/icons/house';
import Library from 'lucide-react/icons/library';
import Mic from 'lucide-react/icons/mic';
import Search from 'lucide-react/icons/search';
import User from 'lucide-react/icons/user';
import { isActivePath, type PageIcon } from './rail.ts';

interface ListenerPage {
  /** Its name: in the rail, as title and as heading. */
  label: string;
  /** Where the specification has another word in the avatar's and the phone's menu. */
  menuLabel?: string;
  icon: PageIcon;
  /** Beginnings of other addresses whose pages belong to it. */
  holds?: readonly string[];
}

/** The listeners' pages in one table: rail, menus and titles come from it. */
const listenerPages = {
  '/': { label: 'Início', icon: House },
  '/library': { label: 'Biblioteca', icon: Library, holds: ['/category', '/package'] },
  '/favorites': { label: 'Favoritos', menuLabel: 'Favoritas', icon: Heart },
  '/projetos': { label: 'Projetos', icon: FolderKanban },
  '/search': { label: 'Buscar', icon: Search },
  '/dashboard': { label: 'Meu Painel', icon: Gauge },
  '/meus-downloads': { label: 'Meus Downloads', icon: Download },
  '/minhas-gravacoes': { label: 'Minhas Gravações', icon: Mic },
  '/profile': { label: 'Minha Conta', menuLabel: 'Perfil', icon: User },
} satisfies Record<string, ListenerPage>;

export const listenerPageList = Object.entries(listenerPages).map(([to, { label }]) => ({ to, label }));

export type ListenerAddress = keyof typeof listenerPages;

export const listenerPage = (to: ListenerAddress): ListenerPage => listenerPages[to];

/** The pages of the avatar's and the phone's menu. */
export const menuPages = (
  [
    '/library',
    '/favorites',
    '/projetos',
    '/dashboard',
    '/minhas-gravacoes',
    '/profile',
  ] satisfies ListenerAddress[]
).map((to) => {
  const { label, menuLabel = label, icon } = listenerPage(to);
  return { to, label: menuLabel, icon };
});

/** Whether a page's entry is lit on a path: by prefix, and for the pages that belong to it (NAV-17). */
export const isLit = (to: ListenerAddress, pathname: string): boolean =>
  [to, ...(listenerPage(to).holds ?? [])].some((entry) => isActivePath(entry, pathname));
