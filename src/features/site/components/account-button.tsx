import type { KeyboardEvent } from 'react';
import { Avatar } from '#ui/avatar.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import type { NavViewer } from '../nav-viewer.ts';

const look = 'rounded-full p-0.5 transition hover:bg-fg/12 touch:p-1';
const load = () => import('./account-menu.tsx').then((module) => module.AccountMenu);

/** The avatar in the bar; its menu is loaded on hover, to keep it out of the first load. */
export function AccountButton({ viewer, onSignOut }: { viewer: NavViewer; onSignOut(): void }) {
  const { View, ahead, use } = useFetched(load, 'O menu não abriu');
  const face = (
    <>
      <Avatar name={viewer.displayName} src={viewer.avatarUrl ?? undefined} />
      <span className="sr-only">Menu da conta</span>
    </>
  );
  if (View) return <View viewer={viewer} face={face} look={look} onSignOut={onSignOut} />;

  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    use();
  };
  return (
    <button
      type="button"
      className={look}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={() => use()}
      onKeyDown={openByKey}
    >
      {face}
    </button>
  );
}
