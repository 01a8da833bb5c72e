import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  /** One or two buttons with the next step. */
  children?: ReactNode;
  /** `h1` when the state is the whole page. */
  as?: 'h1' | 'h2' | 'h3';
  className?: string;
}

const silence = [3, 5, 4, 8, 5, 11, 7, 5, 9, 4, 6, 3].map((height, at) => ({
  d: `M${3 + at * 6} ${12 - height / 2}v${height}`,
  opacity: 1 - at / 12,
}));

/** Nothing here yet, or no access: says so and offers the next step. */
export function EmptyState({ icon, title, text, children, as: Heading = 'h2', className }: EmptyStateProps) {
  return (
    <div
      className={cx(
        'mx-auto flex max-w-md flex-col items-center text-center sm:px-4',
        // A part of a page takes less room than the page.
        Heading === 'h3' ? 'py-6' : 'py-14',
        className,
      )}
    >
      <div className="mb-6 flex items-center gap-3 sm:gap-4" aria-hidden="true">
        <Silence className="-scale-x-100" />
        <span className="grid size-16 place-items-center rounded-full bg-raised text-accent shadow-md [&_svg]:size-7">
          {icon}
        </span>
        <Silence />
      </div>
      <Heading className="text-2xl">{title}</Heading>
      {text ? <p className="mt-2 text-muted">{text}</p> : null}
      {children ? <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div> : null}
    </div>
  );
}

/** The drawing for "no sound here yet": a wave that fades out. */
function Silence({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 72 24"
      className={cx('h-6 w-12 text-fg/25 sm:w-18', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {silence.map(({ d, opacity }) => (
        <path key={d} d={d} opacity={opacity} />
      ))}
    </svg>
  );
}
