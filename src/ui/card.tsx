import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

interface CardProps extends ComponentProps<'div'> {
  /** A higher plane, for content on another surface. */
  raised?: boolean;
  /** Reacts to hover, for cards that are links. */
  interactive?: boolean;
}

/** A panel without a frame. Padding is the caller's. */
export function Card({ raised = false, interactive = false, className, ...rest }: CardProps) {
  return (
    <div
      {...rest}
      className={cx(
        'rounded-lg shadow-md',
        raised ? 'bg-raised' : 'bg-surface',
        interactive && 'transition hover:bg-raised hover:shadow-lg',
        className ?? 'p-6',
      )}
    />
  );
}
