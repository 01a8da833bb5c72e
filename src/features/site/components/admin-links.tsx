import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, useId } from 'react';
import { Link, useLocation, useNavigation } from 'react-router';
import type { Waiting } from '#features/figures/model.ts';
import { formatCount } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';
import { adminGroups, panelPage } from '../admin-pages.ts';
import { isActivePath, type PageIcon } from '../rail.ts';

type Count = keyof Waiting;

/** What a number in the rail counts, for screen readers. */
const counted: Record<Count, (n: number) => string> = {
  requests: () => 'esperando gravação',
  drafts: () => 'para revisar',
  failedImports: (n) => (n === 1 ? 'falhou' : 'falharam'),
};

interface AdminLinksProps {
  waiting: Waiting;
  /** `narrow`: only icons between 768 and 1023 pixels. */
  look: 'narrow' | 'wide';
}

/** The administrators' pages in their groups, with what waits in them, and the way back to the library. */
export function AdminLinks({ waiting, look }: AdminLinksProps) {
  const isNarrow = look === 'narrow';
  return (
    <>
      <ul>
        <li>
          <AdminLink {...panelPage} isExact isNarrow={isNarrow} />
        </li>
      </ul>
      {adminGroups.map(({ name, pages }) => (
        <Group key={name} name={name} isNarrow={isNarrow}>
          {pages.map(({ to, label, icon, holds, count }) => (
            <li key={to}>
              <AdminLink
                {...{ to, label, icon, holds, isNarrow }}
                {...(count && { count, n: waiting[count] })}
              />
            </li>
          ))}
        </Group>
      ))}
      <ul className="mt-auto pt-3">
        <li>
          <AdminLink to="/library" label="Voltar à biblioteca" icon={ArrowLeft} isNarrow={isNarrow} />
        </li>
      </ul>
    </>
  );
}

function Group({ name, isNarrow, children }: { name: string; isNarrow: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <p
        id={id}
        className={cx('mt-3 mb-0.5 px-3 text-xs font-medium text-muted', isNarrow && 'md:max-lg:sr-only')}
      >
        {name}
      </p>
      {isNarrow ? <span aria-hidden="true" className="mx-3 my-1.5 h-px bg-line lg:hidden" /> : null}
      <ul aria-labelledby={id}>{children}</ul>
    </>
  );
}

interface AdminLinkProps {
  to: string;
  label: string;
  icon: PageIcon;
  isNarrow: boolean;
  isExact?: boolean;
  holds?: readonly string[];
  count?: Count;
  n?: number;
}

function AdminLink({ to, label, icon: Icon, isNarrow, isExact, holds, count, n = 0 }: AdminLinkProps) {
  const isActive = useActive(to, { isExact, holds });
  return (
    <Link
      to={to}
      title={isNarrow ? label : undefined}
      aria-current={isActive.now ? 'page' : undefined}
      className={cx(
        'relative flex min-h-11 items-center gap-3 rounded-sm px-3 text-sm font-medium transition',
        isNarrow && 'md:min-h-9 md:max-lg:min-h-10 md:max-lg:justify-center md:max-lg:px-0',
        isActive.soon ? 'bg-chosen text-accent' : 'text-muted hover:bg-fg/8 hover:text-fg',
      )}
    >
      <Icon className="size-4.5 shrink-0" aria-hidden="true" />
      <span className={cx('min-w-0 flex-1 truncate', isNarrow && 'md:max-lg:sr-only')}>{label}</span>
      {count && n > 0 ? (
        <span
          className={cx(
            'grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-xs font-semibold tabular-nums',
            isNarrow &&
              'md:max-lg:absolute md:max-lg:top-0.5 md:max-lg:right-0.5 md:max-lg:h-4 md:max-lg:min-w-4 md:max-lg:px-1',
            count === 'failedImports' ? 'bg-danger text-on-danger' : 'bg-accent text-on-accent',
          )}
        >
          <span>
            {n > 99 ? '99+' : formatCount(n)}
            <span className="sr-only"> {counted[count](n)}</span>
          </span>
        </span>
      ) : null}
    </Link>
  );
}

/** Whether an entry is the current page, and whether it is the one being loaded: highlighted at once. */
export function useActive(
  to: string,
  { isExact = false, holds = [] }: { isExact?: boolean | undefined; holds?: readonly string[] | undefined },
): { now: boolean; soon: boolean } {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname ?? pathname;
  const is = (path: string) =>
    isExact ? path === to : [to, ...holds].some((entry) => isActivePath(entry, path));
  return { now: is(pathname), soon: is(next) };
}
