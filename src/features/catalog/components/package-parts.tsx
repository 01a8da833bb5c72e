import Star from 'lucide-react/icons/star';
import { countTracks, formatSize } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';

export function FeaturedStar({ className }: { className?: string }) {
  return (
    <span
      role="img"
      aria-label="Destaque"
      title="Destaque"
      className={cx('grid shrink-0 place-items-center text-accent', className)}
    >
      <Star className="size-4 fill-accent" aria-hidden="true" />
    </span>
  );
}

/** The number of tracks on a cover, after a star if the package is featured. */
export function TrackBadge({
  count,
  isFeatured,
  className,
}: {
  count: number;
  isFeatured: boolean;
  className?: string;
}) {
  return (
    <span
      data-theme="dark"
      className={cx(
        'flex items-center gap-1 rounded-full bg-black/60 px-2 py-0.5 text-xs font-medium text-white tabular-nums',
        className,
      )}
    >
      {isFeatured ? <FeaturedStar className="[&_svg]:size-3.5" /> : null}
      <span className="truncate">{countTracks(count)}</span>
    </span>
  );
}

/** Bytes of all files; nothing when unknown (CRD-06, A-11). */
export function TotalSize({ bytes, className }: { bytes: number | null; className?: string }) {
  if (bytes === null) return null;
  return (
    <data value={bytes} data-bytes={bytes} className={cx('tabular-nums', className)}>
      {formatSize(bytes)}
    </data>
  );
}

/** The first three tags and the number of further ones (CRD-05). */
export function TagLine({ tags, className }: { tags: string[]; className?: string }) {
  const rest = tags.length - 3;
  return (
    <span className={cx('flex min-w-0 items-center gap-1.5', className)}>
      {tags.slice(0, 3).map((tag) => (
        <span key={tag} className="max-w-32 truncate rounded-full bg-fg/8 px-2 py-0.5 text-xs text-muted">
          {tag}
        </span>
      ))}
      {rest > 0 ? <span className="text-xs text-muted tabular-nums">+{rest}</span> : null}
    </span>
  );
}
