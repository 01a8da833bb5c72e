import { useEffect, useState } from 'react';
import { formatCount, formatDateTime, formatSize } from '#platform/format.ts';
import { Card } from '#ui/card.tsx';
import { Progress } from '#ui/progress.tsx';
import { isOpen } from '../model.ts';
import {
  countEnded,
  countFiles,
  type ImportLine,
  remember,
  type Sample,
  sayTimeLeft,
  secondsLeft,
  shareDone,
} from '../progress.ts';
import { ImportBadge } from './status-badge.tsx';

/** How far an import is: files, bytes, time left; and why it waits or failed. */
export function ImportProgress({ line }: { line: ImportLine }) {
  const total = countFiles(line);
  const isRunning = line.status === 'running';
  const share = shareDone(line);
  const left = useTimeLeft(isRunning ? share : null);
  const facts = [
    ['Arquivos', `${formatCount(countEnded(line))} de ${formatCount(total)}`],
    ['Tamanho', `${formatSize(line.received)} de ${formatSize(line.bytes)}`],
    ['Falhas', formatCount(line.files.failed)],
    isRunning
      ? ['Tempo restante', left === null ? 'Calculando' : sayTimeLeft(left)]
      : line.status === 'waiting' && line.waitUntil
        ? ['Continua em', formatDateTime(line.waitUntil)]
        : ['Encerrada em', line.finishedAt ? formatDateTime(line.finishedAt) : 'Em andamento'],
  ] as const;
  return (
    <Card className="grid gap-5 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ImportBadge status={line.status} />
        <p className="text-sm text-muted tabular-nums">Iniciada em {formatDateTime(line.createdAt)}</p>
      </div>
      {isOpen(line.status) ? (
        <Progress
          className="h-2"
          value={line.status === 'waiting' ? (share ?? 0) : share}
          label="Importação"
        />
      ) : null}
      {line.reason ? (
        <p className={line.status === 'failed' ? 'text-danger' : 'text-muted'}>{line.reason}</p>
      ) : null}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="mt-1 font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Seconds left by the shares seen so far; null while nobody can tell. */
function useTimeLeft(share: number | null): number | null {
  const [samples, setSamples] = useState<Sample[]>([]);
  useEffect(() => {
    if (share !== null) setSamples((known) => remember(known, { at: Date.now(), share }));
  }, [share]);
  return share === null ? null : secondsLeft(samples);
}
