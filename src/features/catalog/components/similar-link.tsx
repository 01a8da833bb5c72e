import AudioWaveform from 'lucide-react/icons/audio-waveform';
import { Link } from 'react-router';
import { cx } from '#ui/cx.ts';

interface SimilarLinkProps {
  trackId: string;
  name: string;
  className?: string;
}

/** Leads to the tracks that sound like this one. */
export function SimilarLink({ trackId, name, className }: SimilarLinkProps) {
  return (
    <Link
      to={`/parecidos/${trackId}`}
      prefetch="intent"
      aria-label={`Sons parecidos com ${name}`}
      title="Sons parecidos"
      className={cx(
        'grid size-10 shrink-0 place-items-center rounded-md text-muted transition duration-150 hover:bg-fg/8 hover:text-fg touch:size-11',
        className,
      )}
    >
      <AudioWaveform className="size-5" aria-hidden="true" />
    </Link>
  );
}
