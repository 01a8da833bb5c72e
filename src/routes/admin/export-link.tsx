import Download from 'lucide-react/icons/download';
import { useSearchParams } from 'react-router';
import { buttonLook } from '#ui/button.tsx';

/** Downloads the whole list as it is filtered on this page. */
export function ExportLink({
  to,
  pacote,
}: {
  to: string /** The package that the list is of. */;
  pacote?: string;
}) {
  const [search] = useSearchParams();
  const params = new URLSearchParams(search);
  if (pacote) params.set('pacote', pacote);
  return (
    <a href={`${to}?${params}`} className={buttonLook()}>
      <Download aria-hidden="true" />
      Exportar CSV
    </a>
  );
}
