import Check from 'lucide-react/icons/check';
import { Button } from '#ui/button.tsx';
import { draftRefusals } from '../draft-review.ts';
import type { useDraftForm } from './use-draft-form.ts';

const texts = { still: '', changed: 'Alterações não salvas', saving: 'Salvando...', saved: 'Salvo' };

export function SaveNote({ form }: { form: ReturnType<typeof useDraftForm> }) {
  const { state, answer } = form;
  if (state === 'conflict')
    return (
      <div role="alert" className="grid gap-2 text-fg">
        <p>{draftRefusals.changed}</p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={form.takeTheirs}>
            Ver a versão salva
          </Button>
          <Button size="sm" variant="ghost" onClick={form.keepMine}>
            Manter a minha
          </Button>
        </div>
      </div>
    );
  if (state === 'failed')
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-3 text-danger">
        Não salvo: {answer?.description ?? 'ocorreu um erro.'}
        <Button size="sm" variant="link" onClick={form.save}>
          Tentar de novo
        </Button>
      </p>
    );
  return (
    <p role="status" className="flex min-h-6 items-center gap-1.5 empty:hidden">
      {state === 'saved' ? <Check className="size-4 text-success" aria-hidden="true" /> : null}
      {texts[state]}
    </p>
  );
}
