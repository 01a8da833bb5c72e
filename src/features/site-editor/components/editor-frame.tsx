import type { ReactNode } from 'react';
import type { SectionName } from '#features/site/model.ts';
import { formatDateTime } from '#platform/format.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import type { SectionEditor } from './use-section-editor.ts';

interface EditorFrameProps<N extends SectionName> {
  editor: SectionEditor<N>;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A section's form with conflict, state, history and save. */
export function EditorFrame<N extends SectionName>({ editor, title, lead, children }: EditorFrameProps<N>) {
  const { base: stored, isDirty, isSaving } = editor;
  return (
    <Card className="p-5 sm:p-6">
      <ConflictNotice editor={editor} />
      <form
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void editor.save();
        }}
      >
        <h2 className="text-xl">{title}</h2>
        {lead ? <p className="mt-1 text-sm text-muted">{lead}</p> : null}
        <div key={editor.revision} className="mt-5 grid gap-5">
          {children}
        </div>
        <div
          data-keep-clear
          data-bar="save"
          className="sticky bottom-(--foot) z-10 -mx-5 mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-5 pt-4 pb-4 sm:-mx-6 sm:px-6 -mb-5 sm:-mb-6 rounded-b-lg shadow-[0_-1px_0_var(--color-line)]"
        >
          <p className="min-w-0 flex-1 basis-32 max-sm:basis-full text-sm text-muted" aria-live="polite">
            {isDirty ? (
              <span className="flex items-center gap-2 font-medium text-fg">
                <span className="size-2 shrink-0 rounded-full bg-accent" aria-hidden="true" />
                Alterações não salvas
              </span>
            ) : stored.savedAt ? (
              `Versão ${stored.version}, salva por ${stored.savedBy} em ${formatDateTime(stored.savedAt)}`
            ) : (
              'Texto padrão, ainda sem versão salva'
            )}
          </p>
          <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:justify-end">
            <HistoryDialog editor={editor} />
            {isDirty ? (
              <Button size="sm" variant="ghost" onClick={editor.discard} type="button">
                Descartar
              </Button>
            ) : null}
            <Button type="submit" variant="primary" busy={isSaving}>
              {isSaving ? 'Salvando...' : 'Salvar Alterações'}
            </Button>
          </div>
        </div>
      </form>
    </Card>
  );
}
