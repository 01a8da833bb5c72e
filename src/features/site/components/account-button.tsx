import { type ComponentType, type KeyboardEvent, useState } from 'react';
import { Avatar } from '#ui/avatar.tsx';
import type { NavViewer } from '../nav-viewer.ts';
import type { AccountMenuProps } from './account-menu.tsx';

const look = 'rounded-full p-0.5 transition hover:bg-fg/12 touch:p-1';
const load = () => import('./account-menu.tsx');

/** The avatar in the bar; its menu is loaded on hover, to keep it out of the first load. */
export function AccountButton({ viewer, onSignOut }: { viewer: NavViewer; onSignOut(): void }) {
  const [Menu, setMenu] = useState<ComponentType<AccountMenuProps> | null>(null);
  const face = (
    <>
      <Avatar name={viewer.displayName} src={viewer.avatarUrl ?? undefined} />
      <span className="sr-only">Menu da conta</span>
    </>
  );
  if (Menu) return <Menu viewer={viewer} face={face} look={look} onSignOut={onSignOut} />;

  const ahead = () => void load().catch(() => {});
  const open = () =>
    void load().then(
      (module) => setMenu(() => module.AccountMenu),
      () => {},
    );
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    open();
  };
  return (
    <button
      type="button"
      className={look}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={open}
      onKeyDown={openByKey}
    >
      {face}
    </button>
  );
}
