import { cx } from './cx.ts';

interface SpinnerProps {
  /** Accessible name; without it the spinner is decorative. */
  label?: string;
  /** Appears after 0.4 s only: where most waits are shorter, an animation would delay what is waited for. */
  late?: boolean;
  className?: string;
}

/** For short waits inside a control. Pages and lists use Skeleton. */
export function Spinner({ label, late = false, className }: SpinnerProps) {
  return (
    <span
      role={label ? 'status' : undefined}
      className={cx('inline-flex', late && 'animate-[fade-in_1ms_400ms_backwards]', className)}
    >
      <svg
        viewBox="0 0 20 20"
        className={cx('size-[1.15em] animate-spin', late && '[animation-delay:400ms]')}
        fill="none"
        aria-hidden="true"
      >
        <circle cx="10" cy="10" r="7.5" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2.5" />
        <path
          d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}
