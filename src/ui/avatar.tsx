import { useState } from 'react';
import { initials } from '#platform/format.ts';
import { cx } from './cx.ts';

const sizes = { sm: 'size-8 text-xs', md: 'size-10 text-sm', lg: 'size-24 text-2xl' };

interface AvatarProps {
  name: string;
  src?: string | null;
  size?: keyof typeof sizes;
}

/** A picture, or initials. Decorative: initials must not be part of the accessible name (WCAG 2.5.3). */
export function Avatar({ name, src, size = 'md' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-lifted font-semibold text-accent shadow-sm select-none',
        sizes[size],
      )}
    >
      {src && src !== broken ? (
        <img
          src={src}
          alt=""
          className="size-full object-cover"
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        <span data-initials={initials(name)} className="before:content-[attr(data-initials)]" />
      )}
    </span>
  );
}
