import Heart from 'lucide-react/icons/heart';
import { IconButton } from '#ui/button.tsx';
import type { FavoriteItem } from '../model.ts';
import { useHeart } from './use-heart.ts';

/** The heart of the favourites page: removes (FAV-08). */
export function RemoveButton({ item, name }: { item: FavoriteItem; name: string }) {
  const { toggle } = useHeart(item);
  return (
    <IconButton label={`Remover ${name} dos favoritos`} onClick={toggle} className="text-accent">
      <Heart className="fill-current" aria-hidden="true" />
    </IconButton>
  );
}
