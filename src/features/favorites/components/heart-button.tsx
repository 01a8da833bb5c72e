import Heart from 'lucide-react/icons/heart';
import { cx } from '#ui/cx.ts';
import type { FavoriteItem } from '../model.ts';
import { useHeart } from './use-heart.ts';

interface HeartButtonProps {
  item: FavoriteItem;
  name: string;
  isSaved: boolean | undefined;
  onCover?: boolean;
}

export const heartLook =
  'grid size-10 touch:size-11 shrink-0 place-items-center rounded-full transition duration-150 active:scale-90';

export function HeartButton({ item, name, isSaved, onCover = false }: HeartButtonProps) {
  const { isOn, toggle } = useHeart(item, isSaved, name);
  return (
    <button
      type="button"
      aria-label={`Favoritar ${name}`}
      aria-pressed={isOn}
      onClick={toggle}
      data-theme={onCover ? 'dark' : undefined}
      className={cx(
        heartLook,
        isOn ? 'text-accent' : onCover ? 'text-fg' : 'text-muted hover:text-fg',
        onCover ? 'bg-black/55 hover:bg-black/75' : 'hover:bg-fg/8',
      )}
    >
      <Heart className={cx('size-5', isOn && 'fill-accent')} aria-hidden="true" />
    </button>
  );
}
