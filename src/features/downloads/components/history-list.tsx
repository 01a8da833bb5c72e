import BadgeCheck from 'lucide-react/icons/badge-check';
import Download from 'lucide-react/icons/download';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { Link, useFetcher } from 'react-router';
import { downloadTrack } from '#features/player/download.ts';
import { formatDateTime, formatSize } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { IconButton } from '#ui/button.tsx';
import { type DownloadKind, downloadBadges } from '../model.ts';

interface HistoryLine {
  id: string;
  trackId: string;
  packageId: string;
  trackName: string;
  packageTitle: string;
  kind: DownloadKind;
  bytes: number | null;
  createdAt: string;
  licenceId: string | null;
  isWithdrawn: boolean;
  canDownload: boolean;
  /** The delivery that it came in; on one line of each. */
  delivery: { id: string; title: string } | null;
}

/** One's downloads, each with its certificate and a way to fetch the file again. */
export function HistoryList({ lines, canRepeat }: { lines: HistoryLine[]; canRepeat: boolean }) {
  return (
    <ul className="divide-y divide-line rounded-lg bg-surface shadow-md">
      {lines.map((line) => (
        <li
          key={line.id}
          className="flex items-center gap-3 px-4 py-3 text-sm max-sm:gap-0.5 max-sm:pr-2 sm:px-6"
        >
          <div className="grid min-w-0 flex-1 gap-0.5">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <Link
                to={`/package/${line.packageId}?track=${line.trackId}`}
                className="min-w-0 font-medium break-words hover:text-accent"
              >
                {line.trackName}
              </Link>
              {downloadBadges[line.kind] ? <Badge>{downloadBadges[line.kind]}</Badge> : null}
              {line.isWithdrawn ? <Badge tone="danger">Licença retirada</Badge> : null}
            </p>
            <p className="break-words text-muted">
              {line.packageTitle} · <span className="tabular-nums">{formatDateTime(line.createdAt)}</span>
              {line.bytes === null ? null : <span className="tabular-nums"> · {formatSize(line.bytes)}</span>}
            </p>
          </div>
          {line.licenceId ? (
            <Link
              to={`/certificado/${line.licenceId}`}
              aria-label={`Certificado de ${line.trackName}`}
              title="Certificado"
              className="grid size-11 place-items-center rounded-sm text-muted transition hover:bg-fg/8 hover:text-fg"
            >
              <BadgeCheck className="size-5" aria-hidden="true" />
            </Link>
          ) : null}
          {canRepeat && line.delivery ? <AgainButton {...line.delivery} /> : null}
          {line.canDownload ? (
            <IconButton
              label={`Baixar ${line.trackName} de novo`}
              onClick={() => void downloadTrack({ id: line.trackId, name: line.trackName }, 'page')}
            >
              <Download className="size-5" aria-hidden="true" />
            </IconButton>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Orders a delivery again by its own recipe, and goes to the new one. */
function AgainButton({ id, title }: { id: string; title: string }) {
  const fetcher = useFetcher();
  const label = `Preparar ${title} de novo, com a mesma receita`;
  return (
    <fetcher.Form method="post" action="/preparar">
      <input type="hidden" name="delivery" value={id} />
      <IconButton
        type="submit"
        name="intent"
        value="again"
        label={label}
        title={label}
        busy={fetcher.state !== 'idle'}
      >
        <RotateCw aria-hidden="true" />
      </IconButton>
    </fetcher.Form>
  );
}
