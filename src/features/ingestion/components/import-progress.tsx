import { useEffect, useState } from 'react';
import { formatCount, formatDateTime, formatSize } from '#platform/format.ts';
import { Card } from '#ui/card.tsx';
import { Progress } from '#ui/progress.tsx';
import { isOpen, isReading } from '../import-states.ts';
import {
  countEnded,
  countFiles,
  type ImportLine,
  remember,
  type Sample,
  sayLeftOut,
  sayTimeLeft,
  secondsLeft,
  shareDone,
} from '../progress.ts';
import { ImportReason } from './import-reason.tsx';
import { ImportBadge } from './status-badge.tsx';

interface ImportProgressProps {
  line: ImportLine;
  /** The site is temporarily unreachable. */
  isAway: boolean;
}

export function ImportProgress({ line, isAway }: ImportProgressProps) {
  const isRunning = line.status === 'running';
  const share = shareDone(line);
  const left = useTimeLeft(isRunning ? share : null);
  const leftOut = sayLeftOut(line);
  return (
    <Card className="grid gap-5 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ImportBadge status={line.status} />
        <p className="text-sm text-muted tabular-nums">Iniciada em {formatDateTime(line.createdAt)}</p>
      </div>
      {isOpen(line.status) && (share !== null || line.status !== 'waiting') ? (
        <Progress className="h-2" value={share} label="Importação" />
      ) : null}
      {isAway ? (
        <p role="status" className="text-muted">
          Sem resposta do site no momento. Esta página se atualiza sozinha quando ele voltar.
        </p>
      ) : null}
      {line.reason ? <ImportReason reason={line.reason} isFailed={line.status === 'failed'} /> : null}
      {isReading(line.status) ? (
        <p className="text-muted">
          Procurando áudios na pasta e nas pastas dentro dela. Em pastas grandes isso leva alguns minutos.
        </p>
      ) : null}
      <Facts line={line} left={left} />
      {leftOut.length > 0 ? (
        <ul className="grid gap-1 text-sm text-muted">
          {leftOut.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

function Facts({ line, left }: { line: ImportLine; left: number | null }) {
  const total = countFiles(line);
  const { status, waitUntil, finishedAt } = line;
  const facts: [name: string, value: string][] = [];
  if (total > 0)
    facts.push(
      ['Arquivos', `${formatCount(countEnded(line) - line.files.cancelled)} de ${formatCount(total)}`],
      ['Tamanho', `${formatSize(line.received)} de ${formatSize(line.bytes)}`],
      ['Falhas', formatCount(line.files.failed)],
    );
  if (status === 'running') facts.push(['Tempo restante', left === null ? 'Calculando' : sayTimeLeft(left)]);
  if (status === 'waiting' && waitUntil) facts.push(['Nova tentativa em', formatDateTime(waitUntil)]);
  if (finishedAt) facts.push(['Encerrada em', formatDateTime(finishedAt)]);
  if (facts.length === 0) return null;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="mt-1 font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Estimated seconds left; null while unknown. */
function useTimeLeft(share: number | null): number | null {
  const [samples, setSamples] = useState<Sample[]>([]);
  useEffect(() => {
    if (share !== null) setSamples((known) => remember(known, { at: Date.now(), share }));
  }, [share]);
  return share === null ? null : secondsLeft(samples);
}
