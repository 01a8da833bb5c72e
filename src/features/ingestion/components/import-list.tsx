import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'react-router';
import { formatCount, formatDateTime } from '#platform/format.ts';
import { Progress } from '#ui/progress.tsx';
import { isOpen } from '../import-states.ts';
import { countEnded, countFiles, type ImportLine, shareDone } from '../progress.ts';
import { ImportBadge } from './status-badge.tsx';

function nothingYet({ status, kind, files }: ImportLine): string {
  if (status === 'waiting') return 'Aguardando o Google Drive';
  if (isOpen(status)) return 'Lendo a pasta do Google Drive';
  if (status !== 'done') return 'Nada foi importado';
  return kind === 'drafts'
    ? 'Nada de novo'
    : files.missing > 0
      ? 'A pasta está vazia'
      : 'Nenhum áudio na pasta';
}

function summary(line: ImportLine): string {
  const total = countFiles(line);
  const { done, unchanged, failed } = line.files;
  if (total === 0) return nothingYet(line);
  if (isOpen(line.status)) return `${formatCount(countEnded(line))} de ${formatCount(total)} arquivos`;
  return [
    `${formatCount(done)} ${done === 1 ? 'importado' : 'importados'}`,
    ...(unchanged > 0 ? [`${formatCount(unchanged)} sem mudanças`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} com falha`] : []),
  ].join(' · ');
}

export function ImportList({ imports }: { imports: ImportLine[] }) {
  return (
    <ul aria-label="Importações" className="rounded-lg bg-surface shadow-md">
      {imports.map((line) => (
        <li key={line.id} className="border-t border-line first:border-t-0">
          <Link
            to={`/admin/importacoes/${line.id}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 rounded-lg px-4 py-4 transition-colors hover:bg-fg/4 sm:grid-cols-[minmax(0,1fr)_13rem_8.5rem_auto] sm:px-5"
          >
            <span className="min-w-0">
              <span className="block truncate font-semibold">
                {line.folderName ?? 'Pasta do Google Drive'}
              </span>
              <span className="flex text-sm text-muted max-sm:flex-col">
                <span className="truncate">
                  {line.kind === 'drafts' ? 'Vários pacotes' : (line.packageTitle ?? 'Pacote excluído')}
                </span>
                <span className="shrink-0 tabular-nums">
                  <span className="whitespace-pre max-sm:hidden"> · </span>
                  {formatDateTime(line.createdAt)}
                </span>
              </span>
            </span>
            <span className="text-sm text-muted tabular-nums max-sm:col-span-2 max-sm:row-start-2">
              {summary(line)}
              {isOpen(line.status) && (line.status !== 'waiting' || countFiles(line) > 0) ? (
                <Progress
                  className="mt-2"
                  value={shareDone(line)}
                  label={`Importação de ${line.folderName ?? 'Google Drive'}`}
                />
              ) : null}
            </span>
            <span className="max-sm:row-start-1 max-sm:col-start-2">
              <ImportBadge status={line.status} />
            </span>
            <ChevronRight className="size-4 text-muted max-sm:hidden" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
