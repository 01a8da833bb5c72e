import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';
import { goBack } from './go-back.ts';

/** `full` uses what there is, for lists; `sm` is a notice in the middle. */
const widths = { sm: 'mx-auto max-w-md', md: 'max-w-3xl', lg: 'max-w-7xl', full: '' };

interface PageProps extends ComponentProps<'div'> {
  width?: keyof typeof widths;
}

/** Width and margins of a page, whose left edge is the bar's; the layout provides the main landmark. */
export function Page({ width = 'lg', className, children, ...rest }: PageProps) {
  return (
    <div {...rest} className={cx('page-edge pt-3 pb-8 sm:py-10', className)}>
      <div className={widths[width]}>{children}</div>
    </div>
  );
}

interface PageHeaderProps {
  title: ReactNode;
  /** One or two sentences under the title. */
  lead?: ReactNode;
  /** Target of the back link; `isHistory`: the page before, and the target only without one. */
  back?: { to: string; label?: string; isHistory?: boolean };
  /** Buttons at the right, below the title on phones. */
  actions?: ReactNode;
  className?: string;
}

/** The head of a page, with its only h1. */
export function PageHeader({ title, lead, back, actions, className }: PageHeaderProps) {
  return (
    <header
      className={cx(
        'mb-4 flex flex-wrap items-end justify-between gap-x-3 gap-y-3 sm:mb-8 sm:gap-x-6 sm:gap-y-4',
        className,
      )}
    >
      <div className="min-w-0 flex-1 basis-80">
        {back ? (
          <Link
            to={back.to}
            {...(back.isHistory && { 'data-scripted': '', onClick: goBack })}
            className={cx(
              '-ml-2 inline-flex min-h-9 items-center gap-2 rounded-sm px-2 text-sm font-medium text-muted transition hover:bg-fg/8 hover:text-fg sm:mb-2 touch:min-h-11',
              // The bar at the bottom of a phone leads there too.
              back.to === '/admin' && 'max-md:hidden',
            )}
          >
            <ArrowLeft className="size-4" aria-hidden="true" />
            {back.label ?? 'Voltar'}
          </Link>
        ) : null}
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        {lead ? <p className="mt-1 max-w-2xl text-muted max-sm:text-sm sm:mt-2">{lead}</p> : null}
      </div>
      {actions ? (
        <div className="flex max-w-full shrink-0 flex-wrap items-center gap-3">{actions}</div>
      ) : null}
    </header>
  );
}
