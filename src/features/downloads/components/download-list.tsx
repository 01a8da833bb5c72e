import Download from 'lucide-react/icons/download';
import { Link } from 'react-router';
import { formatCount, formatDateTime, formatSize } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Table, Td, Th, Tr } from '#ui/table.tsx';

/** A line of the list; the date is an ISO string. */
interface ShownDownload {
  id: string;
  trackId: string;
  packageId: string;
  trackName: string;
  packageTitle: string;
  kind: 'track' | 'zip';
  bytes: number | null;
  createdAt: string;
}

interface DownloadListProps {
  /** Newest first. */
  downloads: ShownDownload[];
  /** All there ever were; more than are listed. */
  total: number;
}

/** 'Meus Downloads': what one has fetched, with the way back to it. */
export function DownloadList({ downloads, total }: DownloadListProps) {
  if (downloads.length === 0) {
    return (
      <EmptyState
        as="h3"
        icon={<Download aria-hidden="true" />}
        title="Nenhum download ainda"
        text="O que você baixar aparece aqui, com data e hora."
      >
        <Button asChild>
          <Link to="/library">Ir para a Biblioteca</Link>
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      <Table label="Meus Downloads">
        <thead>
          <tr>
            <Th>Faixa</Th>
            <Th>Pacote</Th>
            <Th>Tamanho</Th>
            <Th>Baixada em</Th>
          </tr>
        </thead>
        <tbody>
          {downloads.map((line) => (
            <Tr key={line.id}>
              <Td>
                <span className="flex items-center gap-2.5">
                  <Link
                    to={`/package/${line.packageId}?track=${line.trackId}`}
                    className="font-medium hover:text-accent"
                  >
                    {line.trackName}
                  </Link>
                  {line.kind === 'zip' ? <Badge>ZIP</Badge> : null}
                </span>
              </Td>
              <Td className="text-muted">{line.packageTitle}</Td>
              <Td className="whitespace-nowrap text-muted tabular-nums">
                {line.bytes === null ? '' : formatSize(line.bytes)}
              </Td>
              <Td className="whitespace-nowrap text-muted tabular-nums">{formatDateTime(line.createdAt)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {total > downloads.length ? (
        <p className="mt-3 text-sm text-muted">
          Os {formatCount(downloads.length)} mais recentes de {formatCount(total)}.
        </p>
      ) : null}
    </>
  );
}
