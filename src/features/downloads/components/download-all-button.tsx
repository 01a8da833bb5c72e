import Archive from 'lucide-react/icons/archive';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { saveZip, type WantedZip, type ZipOutcome, type ZipStage } from '../zip/saving.ts';

/** The download of a package as one ZIP; its toast tells how far it is and can cancel it. */
function useDownloadAll(wanted: WantedZip) {
  const [isBusy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    const id = `zip-${wanted.path}`;
    const control = new AbortController();
    const action = { label: 'Cancelar', onSelect: () => control.abort() };
    const tell = (stage: ZipStage) => toast({ id, tone: 'progress', action, ...wordsOfStage(stage) });
    const outcome = await saveZip(wanted, tell, control.signal);
    setBusy(false);
    toast({ id, ...wordsOfOutcome(outcome) });
    if ('missing' in outcome && outcome.missing > 0) {
      toast({
        title: 'Erro parcial',
        description:
          outcome.missing === 1
            ? '1 arquivo não pôde ser incluído. A lista está no ZIP.'
            : `${outcome.missing} arquivos não puderam ser incluídos. A lista está no ZIP.`,
        tone: 'error',
      });
    }
  }
  return { isBusy, download };
}

/** The same in a line of a list, where only the sum of the sizes is known. */
export function DownloadAllIcon({ packageId, title, trackCount }: PackageToSave) {
  const sizes = Array.from({ length: trackCount }, () => null);
  const { isBusy, download } = useDownloadAll({ path: `/package/${packageId}/zip`, title, sizes });
  return (
    <IconButton label={`Baixar ${title}`} busy={isBusy} onClick={() => void download()}>
      <Download aria-hidden="true" />
    </IconButton>
  );
}

interface PackageToSave {
  packageId: string;
  title: string;
  trackCount: number;
}

interface DownloadAllProps extends WantedZip {
  label?: string;
  variant?: 'primary' | 'secondary';
}

/** 'BAIXAR TODAS': the package as one ZIP, 'Compactando...' meanwhile (DWN-04). */
export function DownloadAllButton({ label = 'BAIXAR TODAS', variant, ...wanted }: DownloadAllProps) {
  const { isBusy, download } = useDownloadAll(wanted);
  return (
    <Button variant={variant} busy={isBusy} onClick={() => void download()} className="max-sm:flex-auto">
      {isBusy ? null : <Archive aria-hidden="true" />}
      {isBusy ? 'Compactando...' : label}
    </Button>
  );
}

function wordsOfStage(stage: ZipStage): { title: string; description?: string; value?: number } {
  if (stage.kind === 'preparing') return { title: 'Preparando download' };
  if (stage.kind === 'writing') return { title: 'Gerando arquivo ZIP', value: 100 };
  const { percent, done, of } = stage;
  return {
    title: 'Baixando arquivos',
    description: `${percent}% · ${done} de ${of} arquivos`,
    value: percent,
  };
}

const failures: Record<Exclude<ZipOutcome['kind'], 'saved' | 'handed-over' | 'cancelled'>, string> = {
  nothing: 'Não foi possível baixar nenhum arquivo.',
  'not-made': 'Não foi possível gerar o arquivo ZIP.',
  'too-many': 'Muitos downloads em pouco tempo. Aguarde um instante e tente de novo.',
  'no-session': 'Sua sessão terminou. Entre de novo para baixar.',
};

function wordsOfOutcome(outcome: ZipOutcome) {
  if (outcome.kind === 'saved') {
    return { title: 'Download concluído!', description: outcome.fileName, tone: 'success' as const };
  }
  if (outcome.kind === 'handed-over') {
    const description = `${outcome.fileName} (${outcome.size}) será baixado. O navegador mostra o andamento.`;
    return { title: 'Download iniciado', description, tone: 'success' as const };
  }
  if (outcome.kind === 'cancelled') return { title: 'Download cancelado' };
  return { title: 'Erro no download', description: failures[outcome.kind], tone: 'error' as const };
}
