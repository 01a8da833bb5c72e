import FileMusic from 'lucide-react/icons/file-music';
import { type FormEvent, useState } from 'react';
import { useFetcher } from 'react-router';
import { workFields } from '#features/catalog/work-definition.ts';
import type { Answer } from '#platform/answer.ts';
import { formText } from '#platform/definition.ts';
import { IconButton } from '#ui/button.tsx';
import { Fields } from '#ui/fields.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import type { EditedTrack } from '../../model.ts';

/** Authors, publisher and codes of one track, where they differ from the package's. */
export function TrackWork({ track }: { track: EditedTrack }) {
  const fetcher = useFetcher<Answer>();
  const [text, setText] = useState(() => formText(workFields, track));
  const [isOpen, setOpen] = useState(false);
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined;
  useAnswer(answer, ({ ok }) => {
    if (ok) setOpen(false);
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    // The package's own form is around it.
    event.stopPropagation();
    void fetcher.submit({ intent: 'track-work', trackId: track.id, ...text }, { method: 'post' });
  }
  return (
    <FormDialog
      trigger={
        <IconButton label={`Créditos de ${track.name}`} size="sm">
          <FileMusic aria-hidden="true" />
        </IconButton>
      }
      title="Créditos da faixa"
      description={`${track.name}: o que ficar vazio vale como no pacote.`}
      action="Salvar créditos"
      isOpen={isOpen}
      onOpen={(next) => {
        if (next) setText(formText(workFields, track));
        setOpen(next);
      }}
      busy={fetcher.state !== 'idle'}
    >
      {(form) => (
        <form {...form} noValidate onSubmit={submit}>
          <Fields
            of={workFields}
            values={text}
            errors={answer?.errors}
            onWrite={(written) => setText((now) => ({ ...now, ...written }))}
          />
        </form>
      )}
    </FormDialog>
  );
}
