import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { packageFields } from '#features/catalog/package-definition.ts';
import { changedLabels } from '#platform/definition.ts';
import { Button } from '#ui/button.tsx';
import type { EditedPackage } from '../model.ts';

interface PackageConflictProps {
  /** The package when the form was opened, and as stored now. */
  mine: EditedPackage;
  theirs: EditedPackage;
  onTake: () => void;
  onKeep: () => void;
}

/** Somebody else saved the package meanwhile: shows their changes and asks whose text wins. */
export function PackageConflict({ mine, theirs, onTake, onKeep }: PackageConflictProps) {
  const changed = changedLabels(packageFields, mine, theirs);
  return (
    <section
      role="alert"
      aria-label="Conflito de edição"
      className="mb-6 grid gap-4 rounded-md bg-surface p-4 shadow-md ring-1 ring-danger/60"
    >
      <div className="flex gap-3">
        <TriangleAlert className="size-6 shrink-0 text-danger" aria-hidden="true" />
        <div className="grid gap-1.5 text-sm">
          <h3 className="text-base font-semibold">Outra pessoa salvou este pacote enquanto você editava</h3>
          <p className="text-muted">
            Nada foi sobrescrito. Ela mudou: {changed.join(', ')}. Se você mantiver o seu texto e salvar, ele
            substitui o dela.
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" onClick={onTake}>
          Carregar a versão salva
        </Button>
        <Button size="sm" onClick={onKeep}>
          Continuar com o meu texto
        </Button>
      </div>
    </section>
  );
}
