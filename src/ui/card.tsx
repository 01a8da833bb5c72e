import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

interface CardProps extends ComponentProps<'div'> {
  /** Nearer to the viewer: for what stands on a surface. */
  raised?: boolean;
  /** Answers to the pointer: for cards that are links. */
  interactive?: boolean;
}

/** A panel: a plane with light from above, without a frame. Padding is the caller's unless none is given. */
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
