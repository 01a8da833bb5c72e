import Heart from 'lucide-react/icons/heart';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import type { FavoriteItem } from '../model.ts';
import { useHeart } from './use-heart.ts';

interface HeartButtonProps {
  item: FavoriteItem;
  /** Title of the package or name of the track, for the spoken label. */
  name: string;
  /** Stands on a picture. */
  onCover?: boolean;
  className?: string;
}

/** The heart of a card or a row. */
export function HeartButton({ item, name, onCover = false, className }: HeartButtonProps) {
  const { isOn, toggle } = useHeart(item);
  return (
    <IconButton
      label={`Favoritar ${name}`}
      pressed={isOn}
      onClick={toggle}
      data-theme={onCover ? 'dark' : undefined}
      className={cx(
        onCover && 'rounded-full bg-black/55 text-fg backdrop-blur-sm hover:bg-black/75',
        className,
      )}
    >
      <Heart className={cx(isOn && 'fill-current')} aria-hidden="true" />
    </IconButton>
  );
}
