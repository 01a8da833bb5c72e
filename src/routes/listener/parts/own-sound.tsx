import FileAudio from 'lucide-react/icons/file-audio';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { send } from '#features/accounts/send.ts';
import { ownFileBytes, ownFileMinutes, ownFileRefusals } from '#features/search/similar/own-file.ts';
import { causeOf } from '#platform/failed-call.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { FileButton, useFileDrop } from '#ui/file-button.tsx';
import { Spinner } from '#ui/spinner.tsx';

type State = { is: 'waiting' } | { is: 'listening'; name: string } | { is: 'failed'; message: string };

/** What is wrong with a file before it is sent. */
function refusalOf(files: File[]): string | null {
  const [file] = files;
  if (!file || files.length > 1) return 'Envie um arquivo de cada vez.';
  if (file.size === 0) return ownFileRefusals.empty;
  if (file.size > ownFileBytes) return ownFileRefusals['too-large'];
  // Browsers know no type for some sounds; the bytes decide then.
  return file.type && !/^(audio\/|application\/(ogg|octet-stream)|video\/(mp4|ogg))/.test(file.type)
    ? ownFileRefusals['not-audio']
    : null;
}

async function hear(file: File, signal: AbortSignal): Promise<{ sound: string } | { message: string }> {
  const failed = (cause: string) => ({ message: `O áudio não foi analisado. ${cause}` });
  try {
    const headers = { 'Content-Type': 'application/octet-stream' };
    const answer = await send('/functions/similar-tracks', { body: file, headers, signal });
    const body = (await answer.json().catch(() => null)) as {
      sound?: string;
      error?: { message?: string };
    } | null;
    if (answer.ok && body?.sound) return { sound: body.sound };
    return body?.error?.message ? { message: body.error.message } : failed(causeOf(answer.status));
  } catch {
    // Also a file that has changed or gone since it was chosen.
    return failed(causeOf(0));
  }
}

/** Sends a chosen file and opens what resembles it; a newer choice takes the place of an earlier one. */
function useOwnSound() {
  const navigate = useNavigate();
  const [state, setState] = useState<State>({ is: 'waiting' });
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);
  async function take(files: File[]): Promise<void> {
    work.current?.abort();
    const message = refusalOf(files);
    const [file] = files;
    if (message || !file) return setState({ is: 'failed', message: message ?? '' });
    const mine = new AbortController();
    work.current = mine;
    setState({ is: 'listening', name: file.name });
    const outcome = await hear(file, mine.signal);
    if (mine.signal.aborted) return;
    if ('message' in outcome) return setState({ is: 'failed', message: outcome.message });
    setState({ is: 'waiting' });
    await navigate(`/parecidos?som=${outcome.sound}`);
  }
  const stop = () => {
    work.current?.abort();
    setState({ is: 'waiting' });
  };
  return { state, take, stop };
}

/** Takes a sound of one's own and leads to the tracks that resemble it. */
export function OwnSound() {
  const { state, take, stop } = useOwnSound();
  const { isOver, drop } = useFileDrop((files) => void take(files));
  const isListening = state.is === 'listening';
  return (
    <section
      aria-labelledby="parecidos-com-o-meu"
      className={cx(
        'flex flex-wrap items-center gap-4 rounded-md border border-dashed p-4 transition sm:p-5',
        isOver ? 'border-accent bg-accent/12' : 'border-edge bg-sunken',
      )}
      {...drop}
    >
      <FileAudio className="size-7 shrink-0 text-accent" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="parecidos-com-o-meu" className="text-base">
          Parecidos com o meu
        </h2>
        <div role="status" className="text-sm text-muted">
          {isListening ? (
            <p className="flex min-w-0 items-center gap-2">
              <Spinner />
              <span className="truncate">Ouvindo “{state.name}”…</span>
            </p>
          ) : (
            <p>
              Arraste um áudio seu para cá, de até 60 MB e {ownFileMinutes} minutos. Ele é analisado na hora e
              não fica guardado.
            </p>
          )}
          {state.is === 'failed' ? <p className="mt-1 text-danger">{state.message}</p> : null}
        </div>
      </div>
      {isListening ? (
        <Button size="sm" onClick={stop}>
          Cancelar
        </Button>
      ) : (
        <FileButton
          size="sm"
          label="Áudio para comparar"
          accept="audio/*,.mp3,.wav,.flac,.ogg,.m4a"
          onChoose={(files) => void take(files)}
        >
          Escolher áudio
        </FileButton>
      )}
    </section>
  );
}
