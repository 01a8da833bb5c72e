import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export type BadgeTone = 'neutral' | 'accent' | 'success' | 'danger' | 'info';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-fg/8 text-muted',
  accent: 'bg-chosen text-accent',
  success: 'bg-success/14 text-success',
  danger: 'bg-danger/14 text-danger',
  info: 'bg-hue-trilhas/14 text-hue-trilhas',
};

interface BadgeProps extends ComponentProps<'span'> {
  tone?: BadgeTone;
  /** A small lamp before the text, for states. */
  lamp?: boolean;
}

export function Badge({ tone = 'neutral', lamp = false, className, children, ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={cx(
        'inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium whitespace-nowrap tabular-nums',
        '[&_svg]:size-3.5 [&_svg]:shrink-0',
        tones[tone],
        className,
      )}
    >
      {lamp ? (
        <span className="size-1.5 rounded-full bg-current shadow-[0_0_6px_currentColor]" aria-hidden="true" />
      ) : null}
      {children}
    </span>
  );
}
