import Star from 'lucide-react/icons/star';
import { countTracks, formatSize } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';

/** `onCover` adds contrast against a picture. */
export function FeaturedStar({ onCover = false, className }: { onCover?: boolean; className?: string }) {
  return (
    <span
      role="img"
      aria-label="Destaque"
      title="Destaque"
      data-theme={onCover ? 'dark' : undefined}
      className={cx(
        'grid shrink-0 place-items-center text-accent',
        onCover && 'size-7 rounded-full bg-black/55 backdrop-blur-sm',
        className,
      )}
    >
      <Star className="size-4 fill-current" aria-hidden="true" />
    </span>
  );
}

export function TrackBadge({ count, className }: { count: number; className?: string }) {
  return (
    <span
      className={cx(
        'rounded-full bg-black/60 px-2 py-0.5 text-xs font-medium text-white tabular-nums backdrop-blur-sm',
        className,
      )}
    >
      {countTracks(count)}
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
