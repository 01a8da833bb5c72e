import { cx } from './cx.ts';

interface LogoProps {
  name?: string;
  /** The mark alone, where there is no room for the name. */
  markOnly?: boolean;
  className?: string;
}

/** Books on a shelf that are the bars of a level meter; the one that leans is on air. */
export function Logo({ name = 'Sonoteca', markOnly = false, className }: LogoProps) {
  return (
    <span className={cx('inline-flex items-center gap-2.5', className)}>
      <svg
        viewBox="0 0 32 32"
        width="32"
        height="32"
        className="size-8 shrink-0"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M5 27V17M12 27V7M19 27V13" stroke="currentColor" />
        <path d="M28 27 24.2 5.5" className="stroke-accent" />
      </svg>
      <span
        className={cx(
          'font-display text-[1.375rem] leading-none font-bold tracking-tight',
          markOnly && 'sr-only',
        )}
      >
        {name}
      </span>
    </span>
  );
}
