import Download from 'lucide-react/icons/download';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import { useSearchParams } from 'react-router';
import { buttonLook } from '#ui/button.tsx';
import type { ListName } from './list-names.ts';

interface ExportLinksProps {
  list: ListName;
  /** What the list is of, when its page's address says it otherwise: a package, an account. */
  of?: Record<string, string>;
}

/** Downloads the whole list as it is filtered on this page, as CSV or as a sheet. */
export function ExportLinks({ list, of = {} }: ExportLinksProps) {
  const [search] = useSearchParams();
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(of)) params.set(name, value);
  return (
    <>
      <a href={`/admin/${list}.csv?${params}`} className={buttonLook()}>
        <Download aria-hidden="true" />
        Exportar CSV
      </a>
      <a href={`/admin/${list}.xlsx?${params}`} className={buttonLook()}>
        <FileSpreadsheet aria-hidden="true" />
        <span className="sr-only">Exportar</span>
        XLSX
      </a>
    </>
  );
}
