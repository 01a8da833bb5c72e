import { useState } from 'react';
import { cx } from '#ui/cx.ts';

/** Fallback for a cover that is missing or fails to load (CRD-01, CRD-07). */
const demoCover = '/demo-cover.webp';

interface CoverProps {
  src: string | null;
  title: string;
  /** Above the fold: fetched at once. */
  eager?: boolean;
  className?: string;
}

export function Cover({ src, title, eager = false, className }: CoverProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <img
      // The picture of the server's HTML may have failed before hydration.
      ref={(image) => {
        if (src && image?.complete && image.naturalWidth === 0) setBroken(src);
      }}
      src={src && src !== broken ? src : demoCover}
      alt={`Capa de ${title}`}
      width={400}
      height={400}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onError={() => setBroken(src)}
      className={cx('size-full bg-raised object-cover', className)}
    />
  );
}
