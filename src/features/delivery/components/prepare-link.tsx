import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { Link } from 'react-router';
import type { DeliverySource } from '#db/schema/delivery.ts';
import { cx } from '#ui/cx.ts';
import { prepareAddress } from '../model.ts';

interface PrepareLinkProps {
  source: DeliverySource;
  id: string;
  name: string;
  className?: string;
}

/** Leads to where a track is prepared for the air. */
export function PrepareLink({ source, id, name, className }: PrepareLinkProps) {
  return (
    <Link
      to={prepareAddress(source, id)}
      aria-label={`Preparar ${name} para o ar`}
      title="Preparar para o ar"
      className={cx(
        'grid size-10 shrink-0 place-items-center rounded-md text-muted transition duration-150 hover:bg-fg/8 hover:text-fg touch:size-11',
        className,
      )}
    >
      <SlidersHorizontal className="size-5" aria-hidden="true" />
    </Link>
  );
}
