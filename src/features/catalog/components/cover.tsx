import { useState } from 'react';
import { widthsFor } from '#platform/picture-widths.ts';
import { cx } from '#ui/cx.ts';

/** Fallback for a cover that is missing or fails to load (CRD-01, CRD-07). */
const demoCover = '/demo-cover.webp';

interface CoverProps {
  src: string | null;
  title: string;
  /** The widest it is shown, in CSS pixels. Without it the picture comes as it was stored, 800 pixels wide. */
  width?: number;
  /** Above the fold: fetched at once. */
  eager?: boolean;
  className?: string;
}

export function Cover({ src, title, width, eager = false, className }: CoverProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const sized = src && width ? widthsFor(width).map((pixels) => [`${src}?w=${pixels}`, pixels] as const) : [];
  const small = sized[0]?.[0] ?? src;
  // A small one that cannot be made now is fetched as it was stored.
  const fail = (failed: string) => setBroken((was) => (failed === demoCover ? was : failed));
  const shown = [small, src].find((one) => one && one !== broken && broken !== src) ?? demoCover;
  return (
    <img
      // The picture of the server's HTML may have failed before hydration.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) fail(shown);
      }}
      {...(width &&
        shown === small && {
          // 'auto' is the width in the layout, for lazy pictures. The rest is for eager ones: two share a phone's width.
          sizes: `${eager ? '' : 'auto, '}min(${width}px, 45vw)`,
          srcSet: sized.map(([url, pixels]) => `${url} ${pixels}w`).join(', '),
        })}
      src={shown}
      alt={`Capa de ${title}`}
      width={400}
      height={400}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onError={() => fail(shown)}
      className={cx('size-full bg-raised object-cover', className)}
    />
  );
}
