import Heart from 'lucide-react/icons/heart';
import type { PackageCard } from '#features/catalog/model.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { useHeart } from './use-heart.ts';

/** 'Favoritar Pacote' or 'Favoritado' (PKG-04). */
export function FavoritePackageButton({ pack }: { pack: Pick<PackageCard, 'id' | 'title' | 'isSaved'> }) {
  const { isOn, toggle } = useHeart({ packageId: pack.id, trackId: null }, pack.isSaved, pack.title);
  return (
    <Button onClick={toggle} aria-pressed={isOn} className={cx(isOn && 'text-accent')}>
      <Heart className={cx(isOn && 'fill-accent')} aria-hidden="true" />
      <span className="max-sm:sr-only">{isOn ? 'Favoritado' : 'Favoritar Pacote'}</span>
    </Button>
  );
}
