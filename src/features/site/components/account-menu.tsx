import LogOut from 'lucide-react/icons/log-out';
import SlidersVertical from 'lucide-react/icons/sliders-vertical';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isAdmin } from '#features/accounts/roles.ts';
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '#ui/menu.tsx';
import type { NavViewer } from '../nav-viewer.ts';
import { menuPages } from '../pages.ts';

interface AccountMenuProps {
  viewer: NavViewer;
  face: ReactNode;
  look: string;
  onSignOut(): void;
}

/** The avatar's menu (NAV-08..10), open at first: the click that loads it also opens it. */
export function AccountMenu({ viewer, face, look, onSignOut }: AccountMenuProps) {
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>
        <button type="button" className={look}>
          {face}
        </button>
      </MenuTrigger>
      <MenuContent align="end" className="max-w-72">
        <MenuLabel>
          <span className="block truncate text-base font-semibold text-fg">
            {viewer.displayName || 'Usuário'}
          </span>
          <span className="block truncate text-sm font-normal text-muted">{viewer.email}</span>
        </MenuLabel>
        <MenuSeparator />
        {menuPages.map(({ to, label, icon: Icon }) => (
          <MenuItem key={to} asChild>
            <Link to={to}>
              <Icon aria-hidden="true" /> {label}
            </Link>
          </MenuItem>
        ))}
        {isAdmin(viewer) ? (
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
