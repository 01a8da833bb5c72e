import Library from 'lucide-react/icons/library';
import { Link } from 'react-router';
import type { Waiting } from '#features/figures/model.ts';
import { cx } from '#ui/cx.ts';
import { adminGroups, panelPage } from '../admin-pages.ts';
import type { PageIcon } from '../rail.ts';
import { AdminLinks, useActive } from './admin-links.tsx';

const tabs: { to: string; label: string; icon: PageIcon; holds?: readonly string[] }[] = [
  panelPage,
  ...adminGroups.flatMap(({ pages }) => pages.filter(({ isTab }) => isTab)),
  { to: '/library', label: 'Biblioteca', icon: Library },
];

/** The administrators' rail: at the left, only icons on a tablet; on a phone a bar of the commonest pages. */
export function AdminRail({ waiting }: { waiting: Waiting }) {
  return (
    <>
      <nav
        aria-label="Administração"
        className="fixed inset-y-0 left-0 z-30 hidden w-(--rail) flex-col overflow-y-auto bg-surface px-1.5 py-3 shadow-[1px_0_0_var(--color-line)] md:flex lg:px-2.5"
      >
        <AdminLinks waiting={waiting} look="narrow" />
      </nav>
      <nav
        data-bar="tabs"
        aria-label="Atalhos da administração"
        className="fixed inset-x-0 bottom-[var(--player-dock,0px)] z-30 grid h-16 grid-cols-[1fr_1fr_1.3fr_1fr_1.1fr] bg-surface px-1 pb-[env(safe-area-inset-bottom)] shadow-[0_-1px_0_var(--color-line)] md:hidden"
      >
        {tabs.map((tab) => (
          <Tab key={tab.to} {...tab} />
        ))}
      </nav>
    </>
  );
}

function Tab({ to, label, icon: Icon, holds }: (typeof tabs)[number]) {
  const isActive = useActive(to, { isExact: to === panelPage.to, holds });
  return (
    <Link
      to={to}
      aria-current={isActive.now ? 'page' : undefined}
      className={cx(
        'flex flex-col items-center justify-center gap-1 rounded-md py-2 text-xs font-medium whitespace-nowrap transition',
        isActive.soon ? 'text-accent' : 'text-muted hover:text-fg',
      )}
    >
      <Icon className="size-5" aria-hidden="true" />
      {label}
    </Link>
  );
}
