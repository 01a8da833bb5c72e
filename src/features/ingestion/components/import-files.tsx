import RotateCw from 'lucide-react/icons/rotate-cw';
import { useFetcher } from 'react-router';
import { formatSize } from '#platform/format.ts';
import { IconButton } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import type { ImportFileLine } from '../progress.ts';
import { FileBadge } from './status-badge.tsx';

interface ImportFilesProps {
  files: ImportFileLine[];
  /** With the package of each file: an import may fill several. */
  withPackages: boolean;
}

/** The files of an import, each with its state; a failed one says why and can be tried again. */
export function ImportFiles({ files, withPackages }: ImportFilesProps) {
  return (
    <ul aria-label="Arquivos da importação" className="rounded-lg bg-surface shadow-md">
      {files.map((file) => (
        <li
          key={file.id}
          className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line px-4 py-3 first:border-t-0 sm:px-5"
        >
          <div className="min-w-0 text-sm">
            <p className="truncate font-medium">{file.name}</p>
            <p className="text-muted tabular-nums">
              {file.size === null ? 'Tamanho desconhecido' : formatSize(file.size)}
              {withPackages ? ` · ${file.packageTitle}` : null}
            </p>
            {file.reason && file.status !== 'done' ? (
              <p className={file.status === 'failed' ? 'mt-1 text-danger' : 'mt-1 text-muted'}>
                {file.reason}
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
            {file.status === 'failed' ? <RetryButton file={file} /> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

function RetryButton({ file }: { file: ImportFileLine }) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="retry" />
      <input type="hidden" name="fileId" value={file.id} />
      <IconButton
        type="submit"
        size="sm"
        label={`Tentar de novo: ${file.name}`}
        disabled={fetcher.state !== 'idle'}
      >
        <RotateCw aria-hidden="true" />
      </IconButton>
    </fetcher.Form>
  );
}
