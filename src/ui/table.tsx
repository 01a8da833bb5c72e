import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

interface TableProps extends ComponentProps<'table'> {
  /** What the table lists, spoken. */
  label: string;
  /** Below 1024 px each row is a card of its cells, one after the other, and the headings are only spoken. */
  stacked?: boolean;
}

/** Rows as cards below 1024 px: the cells flow, the first one and wide ones (`max-lg:basis-full`) have a line each. */
const asCards =
  'max-lg:block max-lg:[&_thead]:sr-only max-lg:[&_tbody]:block max-lg:[&_tr]:flex max-lg:[&_tr]:flex-wrap max-lg:[&_tr]:items-center max-lg:[&_tr]:gap-x-3 max-lg:[&_tr]:gap-y-2 max-lg:[&_tr]:p-4 max-lg:[&_tr+tr]:border-t max-lg:[&_tr]:border-line max-lg:[&_td]:h-auto max-lg:[&_td]:max-w-full max-lg:[&_td]:border-0 max-lg:[&_td]:p-0! max-lg:[&_td:first-child]:basis-full';

/** Rows to compare. On narrow screens it scrolls sideways within itself, by keyboard too, or stands as cards. */
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

/** A heading of a column. */
export function Th({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={cx(
        'h-11 px-4 text-xs font-medium whitespace-nowrap text-muted first:pl-6 last:pr-6',
        className,
      )}
    />
  );
}

/** A row; answers to the pointer. */
export function Tr({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={cx('[tbody_&]:transition-colors [tbody_&]:hover:bg-fg/4', className)} />;
}

/** A cell. */
export function Td({ className, ...rest }: ComponentProps<'td'>) {
  return (
    <td
      {...rest}
      className={cx('h-14 border-t border-line px-4 py-2 align-middle first:pl-6 last:pr-6', className)}
    />
  );
}
