import Heart from 'lucide-react/icons/heart';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { useHeart } from './use-heart.ts';

/** 'Favoritar Pacote' or 'Favoritado' (PKG-04). */
export function FavoritePackageButton({ packageId }: { packageId: string }) {
  const { isOn, toggle } = useHeart({ packageId, trackId: null });
  return (
    <Button onClick={toggle} aria-pressed={isOn} className={cx(isOn && 'text-accent')}>
      <Heart className={cx(isOn && 'fill-current')} aria-hidden="true" />
      {isOn ? 'Favoritado' : 'Favoritar Pacote'}
    </Button>
  );
}
