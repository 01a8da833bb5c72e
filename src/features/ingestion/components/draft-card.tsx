import Trash2 from 'lucide-react/icons/trash-2';
import { useFetcher } from 'react-router';
import { Cover } from '#features/catalog/components/cover.tsx';
import type { CategoryChoice } from '#features/curation/model.ts';
import { PlayButton } from '#features/player/components/play-button.tsx';
import type { PlayableQueue } from '#features/player/model.ts';
import type { Answer } from '#platform/answer.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { type Draft, draftRefusals } from '../draft-review.ts';
import { DraftFieldset } from './draft-fieldset.tsx';
import { DraftFiles } from './draft-files.tsx';
import { DraftTracks } from './draft-tracks.tsx';
import { SaveNote } from './save-note.tsx';
import { useDraftForm } from './use-draft-form.ts';

interface DraftCardProps {
  draft: Draft;
  categories: CategoryChoice[];
  /** With few drafts, all tracks are expanded. */
  isOpen: boolean;
}

/** A draft in the review list: played, edited in place, published or discarded. */
export function DraftCard({ draft, categories, isOpen }: DraftCardProps) {
  const form = useDraftForm(draft);
  const publishing = useFetcher<Answer>();
  const { fields } = form;
  const title = fields.title.trim() || draft.title;
  const queue: PlayableQueue = {
    packageId: draft.id,
    packageTitle: title,
    coverUrl: draft.coverUrl,
    kind: draft.kind,
    tracks: draft.tracks,
  };
  const errors = publishing.data?.errors ?? form.answer?.errors ?? {};
  // A save in flight may supply what is missing.
  const isSettled = form.state === 'still' || form.state === 'saved';

  return (
    <Card data-draft={draft.id} className="grid gap-5 p-4 sm:p-6">
      <h2 className="sr-only">{title}</h2>
      <div className="grid gap-5 sm:grid-cols-[9rem_minmax(0,1fr)] lg:grid-cols-[12rem_minmax(0,1fr)]">
        <div className="relative aspect-square w-full max-w-48 overflow-hidden rounded-md max-sm:w-32">
          <Cover src={draft.coverUrl} title={title} width={200} />
          {draft.tracks.length > 0 ? (
            <PlayButton name={title} queue={queue} className="absolute right-2 bottom-2 shadow-md" />
          ) : null}
        </div>
        <DraftFieldset form={form} categories={categories} errors={errors} />
      </div>
      <DraftFiles progress={draft.progress} />
      {draft.tracks.length > 0 ? <DraftTracks draft={draft} queue={queue} isOpen={isOpen} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
        <div className="min-w-0 flex-1 basis-60 text-sm text-muted">
          <SaveNote form={form} />
          {draft.refusal && isSettled ? <p>{draftRefusals[draft.refusal]}</p> : null}
        </div>
        <div className="flex flex-wrap items-center gap-3 max-sm:w-full">
          <Discard id={draft.id} title={title} />
          <Button
            className="max-sm:flex-1"
            busy={publishing.state !== 'idle'}
            disabled={form.state === 'conflict'}
            onClick={() =>
              void publishing.submit(
                { intent: 'publish', id: draft.id, version: form.version, ...fields },
                { method: 'post' },
              )
            }
          >
            Publicar
            <span className="sr-only"> {title}</span>
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Discard({ id, title }: { id: string; title: string }) {
  const { submit, state } = useFetcher<Answer>();
  const busy = state !== 'idle';
  return (
    <ConfirmDialog
      title="Excluir rascunho"
      action="Excluir rascunho"
      variant="danger"
      onConfirm={() => void submit({ intent: 'discard', id }, { method: 'post' })}
      trigger={
        <Button variant="ghost" busy={busy}>
          {busy ? null : <Trash2 aria-hidden="true" />}
          Excluir
          <span className="sr-only"> {title}</span>
        </Button>
      }
    >
      <p className="break-words">
        <strong>{title}</strong> sai da lista, e a pasta dele fica de fora das próximas criações automáticas.
        Por 30 dias ele pode ser restaurado em “Excluídos”, em Gerenciar Pacotes.
      </p>
    </ConfirmDialog>
  );
}
