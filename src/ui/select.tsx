import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlLook } from './input.tsx';

/** The browser's own list, which works on every phone. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cx('relative block', className)}>
      <select
        {...rest}
        className={cx(controlLook, 'h-11 appearance-none truncate pr-10 pl-3.5 text-base *:bg-raised')}
      />
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
    </span>
  );
}
