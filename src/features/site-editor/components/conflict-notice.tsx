import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useRef } from 'react';
import type { SectionName } from '#features/site/model.ts';
import { sectionFields } from '#features/site/section-fields.ts';
import { changedLabels } from '#platform/definition.ts';
import { formatDateTime } from '#platform/format.ts';
import { Button } from '#ui/button.tsx';
import type { SectionEditor } from './use-section-editor.ts';

/** Somebody else saved first: shows who and what, and asks whose text wins (EDT-05, A-66). */
export function ConflictNotice<N extends SectionName>({ editor }: { editor: SectionEditor<N> }) {
  const { theirs, content } = editor;
  const place = useRef<HTMLElement>(null);
  const version = theirs?.version;
  useEffect(() => {
    if (version) place.current?.focus();
  }, [version]);
  if (!theirs) return null;
  const who = theirs.savedBy ?? 'Outra pessoa';
  const fields = changedLabels(sectionFields[editor.name], theirs.content, content);
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label="Conflito de edição"
      className="mb-6 grid gap-4 rounded-md bg-raised p-5 shadow-md ring-1 ring-danger/60 outline-none"
    >
      <div className="flex gap-3">
        <TriangleAlert className="size-6 shrink-0 text-danger" aria-hidden="true" />
        <div className="grid gap-1.5 text-sm">
          <h2 className="text-base font-semibold">{who} salvou esta seção enquanto você editava</h2>
          <p className="text-muted">
            Versão {theirs.version}
            {theirs.savedAt ? `, ${formatDateTime(theirs.savedAt)}` : ''}. Nada foi sobrescrito.
            {fields.length > 0 ? ` Diferente do seu texto: ${fields.join(', ')}.` : ''}
          </p>
          <p className="text-muted">
            Se você mantiver o seu texto e salvar, ele substitui o de {who}, que continua guardado em
            “Versões”.
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" onClick={editor.takeTheirs}>
          Carregar a versão de {who}
        </Button>
        <Button size="sm" onClick={editor.keepMine}>
          Continuar com o meu texto
        </Button>
      </div>
    </section>
  );
}
