import { cx } from '#ui/cx.ts';
import { usePlayer } from '../store.ts';

/** The light along the upper edge while sound plays. Decorative. */
export function OnAirEdge() {
  const isOn = usePlayer((state) => state.playing && !state.loading);
  return (
    <span
      aria-hidden="true"
      className={cx(
        'pointer-events-none absolute inset-x-0 top-0 h-0.5 bg-linear-to-r from-transparent via-accent to-transparent transition-opacity duration-200',
        isOn ? 'opacity-100' : 'opacity-0',
      )}
    />
  );
}
