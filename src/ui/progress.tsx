import { cx } from './cx.ts';

interface ProgressProps {
  /** 0 to 100; null when unknown. */
  value: number | null;
  /** Accessible name. */
  label: string;
  className?: string;
}

/** Looks like a level meter. */
export function Progress({ value, label, className }: ProgressProps) {
  const percent = value === null ? null : Math.round(Math.min(100, Math.max(0, value)));
  return (
    <div
      role="progressbar"
      data-track=""
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      aria-valuetext={percent === null ? undefined : `${percent} %`}
      className={cx('relative h-1.5 overflow-hidden rounded-full bg-fg/12', className)}
    >
      {percent === null ? (
        <div className="absolute inset-y-0 w-full animate-sweep bg-linear-to-r from-transparent via-lamp to-transparent" />
      ) : (
        <div
          className="h-full rounded-full bg-lamp transition-[width] duration-200"
          style={{ width: `${percent}%` }}
        />
      )}
    </div>
  );
}
