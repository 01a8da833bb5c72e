import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { ImportReason } from '#features/ingestion/components/import-reason.tsx';
import { formatCount, formatDateTime } from '#platform/format.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Progress } from '#ui/progress.tsx';
import type { DraftRun } from '../draft-review.ts';
import { creationLabels } from '../import-states.ts';

export function RunCard({ run }: { run: DraftRun }) {
  const isFailed = run.status === 'failed';
  // When drafts exist, only their files have failed.
  const failure = run.files > 0 ? 'Nenhum áudio chegou' : 'Criação automática falhou';
  const name = run.folderName ?? 'Pasta do Google Drive';
  return (
    <Card className="flex flex-wrap items-center gap-x-5 gap-y-3 p-4 sm:px-6">
      {isFailed ? <TriangleAlert className="size-5 shrink-0 text-danger" aria-hidden="true" /> : null}
      <div className="grid min-w-0 flex-1 basis-64 gap-1.5 text-sm">
        <p className="font-semibold break-words">
          {isFailed ? failure : creationLabels[run.status]}: {name}
        </p>
        {run.reason ? <ImportReason reason={run.reason} isFailed={isFailed} /> : null}
        {isFailed ? (
          <p className="text-muted tabular-nums">{formatDateTime(run.createdAt)}</p>
        ) : run.status === 'waiting' ? null : (
          <>
            <Progress
              value={run.files > 0 ? (run.ended / run.files) * 100 : null}
              label={`${creationLabels[run.status]}: ${name}`}
              className="max-w-md"
            />
            {run.files > 0 ? (
              <p className="text-muted tabular-nums">
                {formatCount(run.ended)} de {formatCount(run.files)} áudios. Você pode sair desta página.
              </p>
            ) : null}
          </>
        )}
      </div>
      <ButtonLink to={`/admin/importacoes/${run.id}`} size="sm" variant="ghost">
        Ver importação<span className="sr-only"> de {name}</span>
      </ButtonLink>
    </Card>
  );
}
