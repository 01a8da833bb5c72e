import { cx } from './cx.ts';

/** Placeholder for content that loads; give it the size and radius of that content. Hidden from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        'relative overflow-hidden rounded-sm bg-muted/12',
        'after:absolute after:inset-0 after:animate-sweep after:bg-linear-to-r after:from-transparent after:via-muted/12 after:to-transparent',
        className,
      )}
    />
  );
}
