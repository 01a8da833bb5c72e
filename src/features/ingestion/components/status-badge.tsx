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

export function ImportBadge({ status }: { status: ImportStatus }) {
  return (
    <Badge tone={tones[status] ?? 'neutral'} lamp>
      {importStatuses[status]}
    </Badge>
  );
}

export function FileBadge({ status }: { status: FileStatus }) {
  return <Badge tone={tones[status] ?? 'neutral'}>{fileStatuses[status]}</Badge>;
}
