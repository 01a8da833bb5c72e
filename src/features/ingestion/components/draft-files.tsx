import { Link } from 'react-router';
import { formatCount } from '#platform/format.ts';
import { Progress } from '#ui/progress.tsx';
import type { DraftProgress } from '../draft-review.ts';

export function DraftFiles({ progress }: { progress: DraftProgress | null }) {
  if (!progress || (progress.left === 0 && progress.failed === 0)) return null;
  const { total, arrived, failed, left, reason, importId } = progress;
  const failures = failed === 1 ? '1 arquivo falhou' : `${formatCount(failed)} arquivos falharam`;
  return (
    <div className="grid gap-2 rounded-md bg-sunken p-4 text-sm">
      {left > 0 ? (
        <>
          <p className="tabular-nums">
            Importando: {formatCount(arrived)} de {formatCount(total)}{' '}
            {total === 1 ? 'áudio pronto' : 'áudios prontos'}
          </p>
          <Progress value={((arrived + failed) / total) * 100} label="Áudios importados" />
        </>
      ) : null}
      {failed > 0 ? (
        <p className="text-danger">
          {failures}
          {reason ? `: ${reason}` : '.'}{' '}
          <Link to={`/admin/importacoes/${importId}`} className="underline underline-offset-4 hover:text-fg">
            Ver importação
          </Link>
        </p>
      ) : null}
    </div>
  );
}
