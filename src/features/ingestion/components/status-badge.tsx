import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { type FileStatus, fileStatuses, type ImportStatus, importStatuses } from '../imports.ts';

const tones: Partial<Record<ImportStatus | FileStatus, BadgeTone>> = {
  scanning: 'info',
  grouping: 'info',
  running: 'accent',
  waiting: 'info',
  done: 'success',
  failed: 'danger',
};

/** The state of an import, as a lamp and a word. */
export function ImportBadge({ status }: { status: ImportStatus }) {
  return (
    <Badge tone={tones[status] ?? 'neutral'} lamp>
      {importStatuses[status]}
    </Badge>
  );
}

/** The state of one file. */
export function FileBadge({ status }: { status: FileStatus }) {
  return <Badge tone={tones[status] ?? 'neutral'}>{fileStatuses[status]}</Badge>;
}
