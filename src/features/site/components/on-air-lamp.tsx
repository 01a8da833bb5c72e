import { cx } from '#ui/cx.ts';

/** Red only while sound plays. */
export function OnAirLamp({ lit }: { lit: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex h-7 items-center gap-1.5 rounded-xs px-2 font-display text-xs font-bold tracking-widest whitespace-nowrap uppercase transition duration-200',
        lit
          ? 'bg-danger text-on-danger shadow-[0_0_28px_-2px_var(--color-danger)]'
          : 'bg-sunken text-muted shadow-well',
      )}
    >
      <span className={cx('size-1.5 rounded-full', lit ? 'bg-on-danger' : 'bg-danger/60')} />
      No ar
    </span>
  );
}
