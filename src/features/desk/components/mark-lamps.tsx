import { cx } from '#ui/cx.ts';
import { type Mark, marks } from '../model.ts';

/** A mark as a ladder of five lamps, and its number: not by colour alone. */
export function MarkLamps({ mark, className }: { mark: Mark | null; className?: string }) {
  return (
    <span aria-hidden="true" className={cx('inline-flex items-center gap-1.5', className)}>
      <span className="flex gap-0.5">
        {marks.map((each) => (
          <span
            key={each}
            className={cx('h-3 w-1 rounded-[1px]', mark && each <= mark ? 'bg-lamp' : 'bg-fg/12')}
          />
        ))}
      </span>
      <span className="w-[1ch] text-xs font-semibold text-accent tabular-nums">{mark}</span>
    </span>
  );
}
