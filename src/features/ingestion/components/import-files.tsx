import RotateCw from 'lucide-react/icons/rotate-cw';
import Undo2 from 'lucide-react/icons/undo-2';
import { useFetcher } from 'react-router';
import type { FileStatus } from '#db/schema/ingestion.ts';
import { formatSize } from '#platform/format.ts';
import { IconButton } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { unnamed } from '../drive-name.ts';
import { isRetryable } from '../import-states.ts';
import type { ImportFileLine } from '../progress.ts';
import { FileBadge } from './status-badge.tsx';

interface ImportFilesProps {
  files: ImportFileLine[];
  /** Shows each file's package: an import may fill several. */
  withPackages: boolean;
}

/** The files of an import with their states; a failed one shows the reason and a retry. */
export function ImportFiles({ files, withPackages }: ImportFilesProps) {
  return (
    <ul aria-label="Arquivos da importação" className="rounded-lg bg-surface shadow-md">
      {files.map((file) => (
        <li
          key={file.id}
          className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line px-4 py-3 first:border-t-0 sm:px-5"
        >
          <div className="min-w-0 text-sm">
            <p className="truncate font-medium">{file.name || unnamed}</p>
            <p className="text-muted tabular-nums">
              {file.size === null ? 'Tamanho desconhecido' : formatSize(file.size)}
              {withPackages ? ` · ${file.packageTitle}` : null}
            </p>
            {sayWhy(file) ? (
              <p className={file.status === 'failed' ? 'mt-1 text-danger' : 'mt-1 text-muted'}>
                {sayWhy(file)}
              </p>
            ) : null}
            {file.status === 'running' ? (
              <Progress
                className="mt-2 max-w-xs"
                value={file.size && file.received < file.size ? (file.received / file.size) * 100 : null}
                label={`Importação de ${file.name}`}
              />
            ) : null}
          </div>
          <div className="flex items-center gap-2">
            <FileBadge status={file.status} />
            {isRetryable(file.status) ? <RetryButton file={file} /> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

const sayWhy = ({ status, reason }: ImportFileLine): string | null =>
  leftOut[status] ?? (status === 'done' ? null : reason);

const leftOut: Partial<Record<FileStatus, string>> = {
  missing: 'Não está mais na pasta do Drive. A faixa continua no pacote e toca.',
  removed: 'A faixa foi removida do pacote. Ela só volta se você a trouxer de volta.',
};

function RetryButton({ file }: { file: ImportFileLine }) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="retry" />
      <input type="hidden" name="fileId" value={file.id} />
      <IconButton
        type="submit"
        size="sm"
        label={`${file.status === 'removed' ? 'Trazer de volta' : 'Tentar de novo'}: ${file.name || unnamed}`}
        disabled={fetcher.state !== 'idle'}
      >
        {file.status === 'removed' ? <Undo2 aria-hidden="true" /> : <RotateCw aria-hidden="true" />}
      </IconButton>
    </fetcher.Form>
  );
}
