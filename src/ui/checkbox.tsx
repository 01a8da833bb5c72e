import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
}

const tick =
  "before:absolute before:inset-0 before:scale-50 before:bg-on-accent before:opacity-0 before:transition before:content-[''] " +
  'before:[mask:url("data:image/svg+xml,%3Csvg%20xmlns=%27http://www.w3.org/2000/svg%27%20viewBox=%270%200%2020%2020%27%20fill=%27none%27%20stroke=%27%23000%27%20stroke-width=%272.5%27%20stroke-linecap=%27round%27%20stroke-linejoin=%27round%27%3E%3Cpath%20d=%27m5%2010.5%203.5%203.5L15%207%27/%3E%3C/svg%3E")_center/contain_no-repeat] ' +
  'checked:before:scale-100 checked:before:opacity-100';

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={cx('flex min-h-11 items-start gap-3 py-2.5 text-sm select-none', className)}>
      <input
        type="checkbox"
        {...rest}
        className={cx(
          'relative mt-px size-5 shrink-0 cursor-pointer appearance-none rounded-xs border border-edge bg-well shadow-well transition',
          'checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger',
          tick,
        )}
      />
      <span className="min-w-0">{label}</span>
    </label>
  );
}
