import { Card } from '#ui/card.tsx';

interface SearchPreviewProps {
  site: { name: string; publicUrl: string; description: string };
  favicon: string;
  description: string;
}

/** Preview of the site in a search engine with the current text. */
export function SearchPreview({ site, favicon, description }: SearchPreviewProps) {
  return (
    <section aria-label="Prévia na busca" className="grid gap-3">
      <h2 className="text-sm font-semibold text-muted">Prévia na busca</h2>
      <Card raised className="grid gap-2 p-5">
        <p className="flex items-center gap-3 text-sm">
          <span className="grid size-8 place-items-center rounded-full bg-sunken">
            <img src={favicon || '/favicon.svg'} alt="" className="size-4.5 object-contain" />
          </span>
          <span className="grid min-w-0">
            <span className="truncate font-medium">{site.name}</span>
            <span className="truncate text-xs text-muted">{site.publicUrl}</span>
          </span>
        </p>
        <p className="text-lg leading-snug font-medium text-accent">
          {site.name}: vinhetas, trilhas e efeitos sonoros para rádio
        </p>
        <p className="line-clamp-3 text-sm break-words text-muted">
          {description.trim() || site.description}
        </p>
      </Card>
    </section>
  );
}
