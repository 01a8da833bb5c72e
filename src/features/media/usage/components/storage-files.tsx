import { formatCount, formatDate, formatSize } from '#platform/format.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { FileList } from '../model.ts';

interface StorageFilesProps {
  title: string;
  list: FileList;
  empty: string;
  /** For the trash: restores files; null means all. */
  onRestore?: (keys: string[] | null) => void;
  busy?: boolean;
}

export function StorageFiles({ title, list, empty, onRestore, busy = false }: StorageFilesProps) {
  const { files, count, isMore } = list;
  const more = isMore ? '+' : '';
  return (
    <Card className="grid gap-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">
          {title} <span className="text-muted tabular-nums">({formatCount(count) + more})</span>
        </h2>
        {onRestore && files.length > 0 ? (
          <Button size="sm" busy={busy} onClick={() => onRestore(null)}>
            Restaurar tudo
          </Button>
        ) : null}
      </div>
      {files.length === 0 ? <p className="text-sm text-muted">{empty}</p> : null}
      <ul className="grid gap-1 text-sm">
        {files.map((file) => (
          <li
            key={file.key}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-sm bg-sunken px-3 py-2"
          >
            <span className="min-w-0 flex-1 basis-60 break-all">{file.key}</span>
            <span className="text-muted tabular-nums">{formatSize(file.size)}</span>
            <time dateTime={file.createdAt} className="text-muted tabular-nums">
              {formatDate(file.createdAt)}
            </time>
            {onRestore ? (
              <Button size="sm" variant="ghost" disabled={busy} onClick={() => onRestore([file.key])}>
                Restaurar<span className="sr-only"> {file.key}</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {count > files.length ? (
        <p className="text-sm text-muted">e mais {formatCount(count - files.length) + more}</p>
      ) : null}
    </Card>
  );
}
