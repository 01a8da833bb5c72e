import Download from 'lucide-react/icons/download';
import { Link } from 'react-router';
import { formatCount, formatDateTime, formatSize } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { type DownloadKind, downloadBadges } from '../model.ts';

/** The date is an ISO string. */
interface ShownDownload {
  id: string;
  trackId: string;
  packageId: string;
  trackName: string;
  packageTitle: string;
  kind: DownloadKind;
  bytes: number | null;
  createdAt: string;
}

interface DownloadListProps {
  downloads: ShownDownload[];
  total: number;
}

/** 'Meus Downloads' with links back to the packages. */
export function DownloadList({ downloads, total }: DownloadListProps) {
  if (downloads.length === 0) {
    return (
      <EmptyState
        as="h3"
        icon={<Download aria-hidden="true" />}
        title="Nenhum download ainda"
        text="O que você baixar aparece aqui, com data e hora."
      >
        <ButtonLink to="/library" variant="primary">
          Ir para a Biblioteca
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="divide-y divide-line rounded-lg bg-surface shadow-md">
        {downloads.map((line) => (
          <li
            key={line.id}
            className="group relative grid gap-x-6 gap-y-1 px-5 py-4 text-sm transition duration-150 first:rounded-t-lg last:rounded-b-lg hover:bg-fg/4 sm:px-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_6rem_9rem] md:items-center"
          >
            <p className="flex min-w-0 items-center gap-2.5">
              <Link
                to={`/package/${line.packageId}?track=${line.trackId}`}
                className="min-w-0 font-medium break-words transition group-hover:text-accent after:absolute after:inset-0"
              >
                {line.trackName}
              </Link>
              {downloadBadges[line.kind] ? <Badge>{downloadBadges[line.kind]}</Badge> : null}
            </p>
            <p className="min-w-0 line-clamp-1 text-muted md:line-clamp-2">{line.packageTitle}</p>
            <p className="flex flex-row-reverse justify-end gap-x-3 text-muted tabular-nums md:contents">
              <span>{line.bytes === null ? null : formatSize(line.bytes)}</span>
              <span className="md:text-right">{formatDateTime(line.createdAt)}</span>
            </p>
          </li>
        ))}
      </ul>
      {total > downloads.length ? (
        <p className="mt-3 text-sm text-muted">
          Os {formatCount(downloads.length)} mais recentes de {formatCount(total)}.
        </p>
      ) : null}
    </>
  );
}
