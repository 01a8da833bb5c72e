import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

interface TableProps extends ComponentProps<'table'> {
  /** What the table lists, spoken. */
  label: string;
}

/** Rows to compare. On narrow screens it scrolls sideways within itself, by keyboard too. */
export function Table({ label, className, ...rest }: TableProps) {
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
        className="w-full border-separate border-spacing-0 text-left text-sm"
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
