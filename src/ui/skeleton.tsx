import { cx } from './cx.ts';

/** A dim shape in the place of what comes; give it the size and radius of that thing. Not spoken. */
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
