import { formatSize, formatTenths, formatTime } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { type DeliveryFileLine, fileNotes, fileReasons } from '../model.ts';

/** The files of a delivery, each with what became of it. */
export function DeliveryFiles({ files }: { files: DeliveryFileLine[] }) {
  return (
    <Card className="p-2 sm:p-3">
      <ul className="divide-y divide-line">
        {files.map((file) => (
          <li
            key={file.id}
            className="grid gap-x-4 gap-y-1 px-3 py-3 text-sm sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <p className="min-w-0 font-medium break-words">
              {file.status === 'ready' ? file.name : file.trackName}
            </p>
            <Facts file={file} />
            {file.reason ? <p className="text-danger sm:col-span-2">{fileReasons[file.reason]}</p> : null}
            {file.notes.map((note) => (
              <p key={note} className="text-muted sm:col-span-2">
                {fileNotes[note]}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Facts({ file }: { file: DeliveryFileLine }) {
  if (file.status === 'waiting') return <Badge>Na fila</Badge>;
  if (file.status === 'failed') return <Badge tone="danger">Falhou</Badge>;
  const facts = [
    file.durationMs === null ? null : formatTime(file.durationMs / 1000),
    file.loudnessLufs === null ? null : `${formatTenths(file.loudnessLufs)} LUFS`,
    file.truePeakDb === null ? null : `pico ${formatTenths(file.truePeakDb)} dBTP`,
    file.size === null ? null : formatSize(file.size),
  ].filter((fact) => fact !== null);
  return (
    <p className="flex flex-wrap gap-x-3 text-muted tabular-nums">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}
