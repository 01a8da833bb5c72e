import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

interface TableProps extends ComponentProps<'table'> {
  /** What the table lists, spoken. */
  label: string;
  /** On phones each row is a card of its cells, one after the other, and the headings are only spoken. */
  stacked?: boolean;
}

/** Rows as cards below 768 px: the cells flow, the first one and wide ones (`max-md:basis-full`) have a line each. */
const asCards =
  'max-md:block max-md:[&_thead]:sr-only max-md:[&_tbody]:block max-md:[&_tr]:flex max-md:[&_tr]:flex-wrap max-md:[&_tr]:items-center max-md:[&_tr]:gap-x-3 max-md:[&_tr]:gap-y-2 max-md:[&_tr]:p-4 max-md:[&_tr+tr]:border-t max-md:[&_tr]:border-line max-md:[&_td]:h-auto max-md:[&_td]:max-w-full max-md:[&_td]:border-0 max-md:[&_td]:p-0! max-md:[&_td:first-child]:basis-full';

/** Rows to compare. On narrow screens it scrolls sideways within itself, by keyboard too, or stands as cards. */
export function Table({ label, stacked = false, className, ...rest }: TableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className={cx(
        'relative w-full overflow-x-auto contain-inline-size rounded-lg bg-surface shadow-md',
        className,
      )}
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
