import Download from 'lucide-react/icons/download';
import { useSearchParams } from 'react-router';
import { buttonLook } from '#ui/button.tsx';

/** Downloads the whole list as it is filtered on this page. */
export function ExportLink({ to }: { to: string }) {
  const [params] = useSearchParams();
  return (
    <a href={`${to}?${params}`} className={buttonLook()}>
      <Download aria-hidden="true" />
      Exportar CSV
    </a>
  );
}
