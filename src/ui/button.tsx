import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'link';
type Size = 'sm' | 'md' | 'lg';

const withText = 'max-w-full py-1.5 text-center leading-tight sm:whitespace-nowrap [&_svg]:size-[1.15em]';

const lit = 'shadow-[inset_0_1px_0_#ffffff59,0_1px_2px_var(--color-shade)]';

const variants: Record<Variant, string> = {
  primary: `bg-accent text-on-accent ${lit} hover:bg-accent-hover hover:shadow-[inset_0_1px_0_#ffffff59,var(--shadow-glow)] active:translate-y-px active:shadow-none`,
  secondary:
    'bg-raised text-fg shadow-sm hover:bg-lifted hover:shadow-md active:translate-y-px active:shadow-well',
  ghost: 'text-muted hover:bg-fg/8 hover:text-fg active:bg-fg/12',
  danger: `bg-danger text-on-danger ${lit} hover:brightness-110 active:translate-y-px active:shadow-none`,
  link: 'text-accent underline decoration-current/40 underline-offset-4 hover:decoration-current',
};

const sizes: Record<Size, string> = {
  sm: 'min-h-9 rounded-sm px-3 text-sm touch:min-h-11',
  md: 'min-h-11 rounded-md px-5 text-sm',
  lg: 'min-h-13 rounded-md px-7 text-base',
};

interface Look {
  variant?: Variant;
  size?: Size;
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** Shows a spinner and disables the button. */
  busy?: boolean;
}

/** The classes of a button, for other elements that look like one. */
export const buttonLook = ({ variant = 'secondary', size = 'md' }: Look = {}, className?: string): string =>
  cx('button', withText, variants[variant], variant === 'link' ? linkSizes[size] : sizes[size], className);

/** At most one `primary` per screen: its main action. */
export function Button({ variant, size, busy = false, className, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      className={buttonLook({ variant, size }, className)}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : null}
      {rest.children}
    </button>
  );
}

/** A link that looks like a button. */
export const ButtonLink = ({ variant, size, className, ...rest }: LinkProps & Look) => (
  <Link {...rest} className={buttonLook({ variant, size }, className)} />
);

const linkSizes: Record<Size, string> = {
  sm: 'rounded-xs text-sm touch:min-h-11',
  md: 'rounded-xs text-sm touch:min-h-11',
  lg: 'rounded-xs text-base touch:min-h-11',
};

/** Not by colour alone: a line under the icon. */
const pressedLook =
  'relative text-accent hover:bg-accent/12 active:bg-accent/18 ' +
  'after:absolute after:bottom-1 after:h-0.5 after:w-3.5 after:rounded-full after:bg-current';

const iconSizes: Record<Size, string> = {
  sm: 'size-8 rounded-sm [&_svg]:size-4 touch:size-11',
  md: 'size-10 rounded-md [&_svg]:size-5 touch:size-11',
  lg: 'size-13 rounded-full [&_svg]:size-6',
};

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Accessible name. */
  label: string;
  size?: Size;
  variant?: Exclude<Variant, 'link'>;
  /** For a toggle button. */
  pressed?: boolean;
  busy?: boolean;
  children?: ReactNode;
}

export function IconButton({
  label,
  size = 'md',
  variant = 'ghost',
  pressed,
  busy = false,
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
      className={cx(
        'button',
        pressed && variant === 'ghost' ? pressedLook : variants[variant],
        iconSizes[size],
        className,
      )}
    >
      {busy ? <Spinner /> : children}
    </button>
  );
}
