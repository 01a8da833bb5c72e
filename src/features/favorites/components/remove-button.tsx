import Heart from 'lucide-react/icons/heart';
import { cx } from '#ui/cx.ts';
import type { FavoriteItem } from '../model.ts';
import { heartLook } from './heart-button.tsx';
import { useHeart } from './use-heart.ts';

/** The heart of the favourites page: removes (FAV-08). */
export function RemoveButton({ item, name }: { item: FavoriteItem; name: string }) {
  const { toggle } = useHeart(item, true, name);
  return (
    <button
      type="button"
      aria-label={`Remover ${name} dos favoritos`}
      title="Remover dos favoritos"
      onClick={toggle}
      className={cx(heartLook, 'text-accent hover:bg-fg/8')}
    >
      <Heart className="size-5 fill-accent" aria-hidden="true" />
    </button>
  );
}
