import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
}

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={cx('flex min-h-11 items-start gap-3 py-2.5 text-sm select-none', className)}>
      <input type="checkbox" {...rest} className="checkbox" />
      <span className="min-w-0">{label}</span>
    </label>
  );
}
