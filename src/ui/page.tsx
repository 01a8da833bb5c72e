import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';

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
  /** Target of the back link. */
  back?: { to: string; label?: string };
  /** Buttons at the right, below the title on phones. */
  actions?: ReactNode;
  className?: string;
}

/** The head of a page, with its only h1. */
export function PageHeader({ title, lead, back, actions, className }: PageHeaderProps) {
  return (
    <header
      className={cx(
        'mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 sm:mb-8 sm:gap-y-4',
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-80 items-start sm:block">
        {back ? (
          <Link
            to={back.to}
            className="-ml-3 inline-flex size-11 shrink-0 items-center justify-center gap-2 rounded-sm text-sm font-medium text-muted transition hover:bg-fg/8 hover:text-fg sm:mb-2 sm:-ml-2 sm:h-auto sm:min-h-9 sm:w-auto sm:px-2 touch:min-h-11"
          >
            <ArrowLeft className="size-5 sm:size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">{back.label ?? 'Voltar'}</span>
          </Link>
        ) : null}
        <div className="min-w-0">
          <h1 className={cx('text-2xl sm:text-3xl', back && 'max-sm:py-2')}>{title}</h1>
          {lead ? <p className="mt-1 max-w-2xl text-muted max-sm:text-sm sm:mt-2">{lead}</p> : null}
        </div>
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-3">{actions}</div> : null}
    </header>
  );
}
