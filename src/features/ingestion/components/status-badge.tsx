import type { FileStatus, ImportStatus } from '#db/schema/ingestion.ts';
import { Badge } from '#ui/badge.tsx';
import { fileStates, importStates } from '../import-states.ts';

export function ImportBadge({ status }: { status: ImportStatus }) {
  return (
    <Badge tone={importStates[status].tone} lamp>
      {importStates[status].label}
    </Badge>
  );
}

export function FileBadge({ status }: { status: FileStatus }) {
  return <Badge tone={fileStates[status].tone}>{fileStates[status].label}</Badge>;
}
