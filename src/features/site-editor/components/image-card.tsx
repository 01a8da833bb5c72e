import X from 'lucide-react/icons/x';
import { type ReactNode, useState } from 'react';
import { formatSize } from '#platform/format.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { PictureButton } from './picture-button.tsx';
import type { Chosen } from './use-chosen.ts';

interface ImageCardProps {
  label: string;
  /** URL of the stored picture; null: our drawing is shown. */
  current: string | null;
  chosen: Chosen | null;
  fallback: ReactNode;
  onChoose(file: File | null): void;
  isRemoved: boolean;
  onRemove(): void;
  onKeep(): void;
}

const frame = 'aspect-video w-full overflow-hidden rounded-md bg-sunken';

/** One category's picture, with a preview of a new one before it is saved (IMG-01). */
export function ImageCard(props: ImageCardProps) {
  const { label, current, chosen, fallback, isRemoved, onChoose, onRemove, onKeep } = props;
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <Card className="grid h-full content-start gap-4 p-5">
      <h2 className="text-lg font-semibold">{label}</h2>
      <figure className="grid gap-2">
        <div className={frame}>
          {current && broken !== current ? (
            <img
              src={current}
              alt={`Imagem atual de ${label}`}
              className="size-full object-cover"
              onError={() => setBroken(current)}
            />
          ) : (
            fallback
          )}
        </div>
        <figcaption className="text-sm text-muted">
          {isRemoved ? 'Imagem padrão, ainda não salva' : current ? 'Imagem atual' : 'Imagem padrão'}
        </figcaption>
      </figure>
      {chosen ? <NewImage label={label} chosen={chosen} onCancel={() => onChoose(null)} /> : null}
      <div className="flex flex-wrap gap-2">
        <PictureButton use="category" label={`Nova imagem de ${label}`} onChoose={onChoose}>
          Selecionar imagem
        </PictureButton>
        {isRemoved && !chosen ? (
          <Button size="sm" variant="ghost" onClick={onKeep}>
            Manter a imagem atual
            <span className="sr-only"> em {label}</span>
          </Button>
        ) : null}
        {current && !chosen ? (
          <Button size="sm" variant="ghost" onClick={onRemove}>
            Usar a imagem padrão
            <span className="sr-only"> em {label}</span>
          </Button>
        ) : null}
      </div>
    </Card>
  );
}

function NewImage({
  label,
  chosen,
  onCancel,
}: {
  label: string;
  chosen: NonNullable<ImageCardProps['chosen']>;
  onCancel: () => void;
}) {
  return (
    <figure className="grid gap-2">
      <div className={`${frame} relative ring-2 ring-accent`}>
        <img src={chosen.url} alt={`Nova imagem de ${label}`} className="size-full object-cover" />
        <IconButton
          label={`Desistir da nova imagem de ${label}`}
          size="sm"
          variant="secondary"
          className="absolute top-2 right-2"
          onClick={onCancel}
        >
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <figcaption className="text-sm break-all text-muted">
        Nova imagem, ainda não salva: {chosen.file.name} ({formatSize(chosen.file.size)})
      </figcaption>
    </figure>
  );
}
