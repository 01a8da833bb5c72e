import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import { SectionNav } from './section-link.tsx';
import { SkipLink } from './skip-link.tsx';

interface RailedProps {
  header: ReactNode;
  /** null: a visitor's page. */
  rail: ReactNode;
  /** The rail has words beside its icons. */
  isWide?: boolean;
  children: ReactNode;
}

/** A signed-in page: rail at the left or, on phones, below; leaves room for it and the player (ui/bars.css). */
export function Railed({ header, rail, isWide = false, children }: RailedProps) {
  return (
    <div
      className={cx(
        'flex min-h-dvh flex-col pb-[max(var(--foot),var(--player-low,0px))]',
        rail !== null && (isWide ? 'railed-wide' : 'railed'),
      )}
    >
      <SkipLink />
      {header}
      {rail}
      <main id="conteudo" tabIndex={-1} className="ml-(--rail) flex-1 outline-none">
        {children}
      </main>
      {rail !== null ? (
        <footer className="ml-(--rail)">
          <div className="page-edge pb-4">
            <SectionNav
              className="-ml-3"
              linkClass="flex min-h-9 items-center rounded-sm px-3 text-sm text-muted transition hover:bg-fg/8 hover:text-fg touch:min-h-11"
            />
          </div>
        </footer>
      ) : null}
    </div>
  );
}
