import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

interface TableProps extends ComponentProps<'table'> {
  /** Accessible name. */
  label: string;
  /** Below 1024 px each row is a card; headings are only announced. */
  stacked?: boolean;
}

/** Cells wrap below 1024 px; the first one and wide ones (`max-lg:basis-full`) take a line each. */
const asCards =
  'max-lg:block max-lg:[&_thead]:sr-only max-lg:[&_tbody]:block max-lg:[&_tr]:flex max-lg:[&_tr]:flex-wrap max-lg:[&_tr]:items-center max-lg:[&_tr]:gap-x-3 max-lg:[&_tr]:gap-y-2 max-lg:[&_tr]:p-4 max-lg:[&_tr+tr]:border-t max-lg:[&_tr]:border-line max-lg:[&_td]:h-auto max-lg:[&_td]:max-w-full max-lg:[&_td]:border-0 max-lg:[&_td]:p-0! max-lg:[&_td:first-child]:basis-full';

/** Scrolls sideways within itself on narrow screens, also by keyboard, or stacks rows as cards. */
export function Table({ label, stacked = false, ...rest }: TableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="relative w-full overflow-x-auto contain-inline-size rounded-lg bg-surface shadow-md"
    >
      <table
        {...rest}
        aria-label={label}
        className={cx('w-full border-separate border-spacing-0 text-left text-sm', stacked && asCards)}
      />
    </section>
  );
}

export function Th({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={cx(
        'h-11 px-3 text-xs font-medium whitespace-nowrap text-muted first:pl-6 last:pr-6',
        className,
      )}
    />
  );
}

export function Tr({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={cx('[tbody_&]:transition-colors [tbody_&]:hover:bg-fg/4', className)} />;
}

export function Td({ className, ...rest }: ComponentProps<'td'>) {
  return (
    <td
      {...rest}
      className={cx('h-14 border-t border-line px-3 py-2 align-middle first:pl-6 last:pr-6', className)}
    />
  );
}
