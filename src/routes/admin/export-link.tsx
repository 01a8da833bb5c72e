import Download from 'lucide-react/icons/download';
import { useSearchParams } from 'react-router';
import { buttonLook } from '#ui/button.tsx';

/** Downloads the whole list as it is filtered on this page. @param of what the list is of, as the file's address names it */
export function ExportLink({ to, of = {} }: { to: string; of?: Record<string, string> }) {
  const [search] = useSearchParams();
  const params = new URLSearchParams(search);
  for (const [name, id] of Object.entries(of)) params.set(name, id);
  return (
    <a href={`${to}?${params}`} className={buttonLook()}>
      <Download aria-hidden="true" />
      Exportar CSV
    </a>
  );
}
