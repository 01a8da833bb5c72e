import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  /** A second line that explains it. */
  hint?: ReactNode;
  /** Form field name; the value is `on`. */
  name?: string;
  disabled?: boolean;
  className?: string;
}

export function Switch({
  checked,
  onCheckedChange,
  label,
  hint,
  name,
  disabled = false,
  className,
}: SwitchProps) {
  const id = useId();
  return (
    <div className={cx('flex min-h-11 items-center justify-between gap-4', className)}>
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        ) : null}
      </div>
      <span className="relative grid size-11 shrink-0 place-items-center">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state; aria-checked on it is invalid
          role="switch"
          id={id}
          name={name}
          checked={checked}
          // Not `disabled`: that would take the focus away while a change is under way.
          aria-disabled={disabled || undefined}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => {
            if (!disabled) onCheckedChange(event.target.checked);
          }}
          className={cx(
            'relative h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-sunken shadow-well transition',
            'before:absolute before:top-1/2 before:left-[3px] before:size-4 before:-translate-y-1/2 before:rounded-full before:bg-muted before:transition',
            'checked:border-accent checked:bg-accent checked:before:translate-x-5 checked:before:bg-on-accent',
            'after:absolute after:-inset-2.5 aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
          )}
        />
      </span>
    </div>
  );
}
