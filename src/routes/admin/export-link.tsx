import Download from 'lucide-react/icons/download';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import { useSearchParams } from 'react-router';
import { type HistoryName, historyFacts } from '#features/support/histories.ts';
import { buttonLook } from '#ui/button.tsx';
import type { ListName } from './list-names.ts';

interface ExportLinksProps {
  list: ListName;
  /** What the list is of, when its page's address says it otherwise: a package, an account. */
  of?: Record<string, string>;
  /** The list's title, for screen readers, where a page has several. */
  title?: string;
}

/** Downloads the whole list as it is filtered on this page, as CSV or as a sheet. */
export function ExportLinks({ list, of = {}, title }: ExportLinksProps) {
  const [search] = useSearchParams();
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(of)) params.set(name, value);
  const which = title ? <span className="sr-only">: {title}</span> : null;
  return (
    <>
      <a href={`/admin/${list}.csv?${params}`} className={buttonLook()}>
        <Download aria-hidden="true" />
        Exportar CSV
        {which}
      </a>
      <a href={`/admin/${list}.xlsx?${params}`} className={buttonLook()}>
        <FileSpreadsheet aria-hidden="true" />
        <span className="sr-only">Exportar</span>
        XLSX
        {which}
      </a>
    </>
  );
}

interface HistoryExportProps {
  userId: string;
  name: HistoryName;
}

/** The same for a history of an account; downloads have columns of their own. */
export function HistoryExport({ userId, name }: HistoryExportProps) {
  return (
    <ExportLinks
      list={name === 'downloads' ? 'downloads' : 'historico'}
      of={{ conta: userId, parte: name }}
      title={historyFacts(name).title}
    />
  );
}
