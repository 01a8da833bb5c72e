import Archive from 'lucide-react/icons/archive';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { saveZip, type WantedZip, type ZipOutcome, type ZipStage } from '../zip/saving.ts';

/** 'BAIXAR TODAS': the package as one ZIP, 'Compactando...' meanwhile (DWN-04). Its toast can cancel it. */
export function DownloadAllButton(wanted: WantedZip) {
  const [isBusy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    const id = `zip-${wanted.packageId}`;
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

  return (
    <Button busy={isBusy} onClick={() => void download()}>
      {isBusy ? null : <Archive aria-hidden="true" />}
      {isBusy ? 'Compactando...' : 'BAIXAR TODAS'}
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
