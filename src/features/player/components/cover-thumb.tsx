import { useState } from 'react';
import { hueOfKind } from '#features/catalog/kinds.ts';
import { cx } from '#ui/cx.ts';
import { hueBackground } from '#ui/hue.ts';
import { Waveform } from '#ui/waveform.tsx';

interface CoverThumbProps {
  src: string | null;
  kind: string;
  peaks: string | null;
  className?: string;
}

/** A package's cover beside its name; without one its waveform on its colour. Decorative. */
export function CoverThumb({ src, kind, peaks, className }: CoverThumbProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const look = cx('shrink-0 overflow-hidden rounded-sm', className);
  if (src && src !== broken) {
    return (
      <img
        src={src}
        alt=""
        draggable={false}
        decoding="async"
        onError={() => setBroken(src)}
        className={cx(look, 'object-cover')}
      />
    );
  }
  const hue = hueOfKind(kind);
  return (
    <span className={cx(look, 'relative grid items-center bg-sunken px-1')} aria-hidden="true">
      <span className={cx('absolute inset-0 opacity-20', hueBackground[hue])} />
      <Waveform peaks={peaks} hue={hue} height={20} />
    </span>
  );
}
