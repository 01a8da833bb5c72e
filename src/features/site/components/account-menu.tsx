import Heart from 'lucide-react/icons/heart';
import Library from 'lucide-react/icons/library';
import LogOut from 'lucide-react/icons/log-out';
import SlidersVertical from 'lucide-react/icons/sliders-vertical';
import User from 'lucide-react/icons/user';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '#ui/menu.tsx';
import type { NavViewer } from '../nav-viewer.ts';

interface AccountMenuProps {
  viewer: NavViewer;
  /** The avatar: what the menu opens from. */
  face: ReactNode;
  onSignOut(): void;
}

/** The avatar's menu (NAV-08..10). Loaded only for people who are signed in. */
export function AccountMenu({ viewer, face, onSignOut }: AccountMenuProps) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <button type="button" className="rounded-full p-0.5 transition hover:bg-fg/12 touch:p-1">
          {face}
          <span className="sr-only">Menu da conta</span>
        </button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuLabel>
          <span className="block truncate text-base font-semibold text-fg">
            {viewer.displayName || 'Usuário'}
          </span>
          <span className="block truncate text-sm font-normal text-muted">{viewer.email}</span>
        </MenuLabel>
        <MenuSeparator />
        <MenuItem asChild>
          <Link to="/library">
            <Library aria-hidden="true" /> Biblioteca
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to="/favorites">
            <Heart aria-hidden="true" /> Favoritas
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to="/profile">
            <User aria-hidden="true" /> Perfil
          </Link>
        </MenuItem>
        {viewer.role === 'admin' ? (
          <MenuItem asChild>
            <Link to="/admin">
              <SlidersVertical aria-hidden="true" /> Painel Admin
            </Link>
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem onSelect={onSignOut}>
          <LogOut aria-hidden="true" /> Sair
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
