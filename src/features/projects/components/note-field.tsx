import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { Answer } from '#platform/answer.ts';
import { readKept, writeKept } from '#platform/kept.ts';
import { Textarea } from '#ui/input.tsx';
import { useSent } from '#ui/use-answer.ts';
import { longestNote, type ProjectTrack } from '../model.ts';

/** Milliseconds without a key after which a note is saved. */
const rest = 1200;

/** A track's note. Saves by itself; unsaved text stays in this browser across reloads. */
export function NoteField({ projectId, track }: { projectId: string; track: ProjectTrack }) {
  const { text, type, save, state } = useNote(projectId, track);
  return (
    <div className="flex min-w-0 items-start gap-2">
      <Textarea
        rows={1}
        aria-label={`Nota de ${track.name}`}
        placeholder="Nota"
        value={text}
        maxLength={longestNote}
        onChange={(event) => type(event.target.value)}
        onBlur={save}
        className="min-h-9! resize-none max-w-xl rounded-none! border-x-0! border-t-0! bg-transparent! px-1! py-1.5! text-sm! shadow-none! max-sm:text-base!"
      />
      <p role="status" className="shrink-0 py-2 text-xs text-muted empty:hidden">
        {state}
      </p>
    </div>
  );
}

const states = { saved: '', typed: 'Salvando...', failed: 'Não salva' } as const;

function useNote(projectId: string, { id, note }: ProjectTrack) {
  const kept = `nota-${projectId}-${id}`;
  const fetcher = useFetcher<Answer>();
  const [text, setText] = useState(note);
  /** What the site has, as far as is known. */
  const stored = useRef(note);
  const sent = useRef<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function send(next: string) {
    clearTimeout(timer.current);
    if (next.trim() === stored.current || next === sent.current) return;
    sent.current = next;
    void fetcher.submit({ intent: 'note', trackId: id, note: next }, { method: 'post' });
  }
  useSent(fetcher, (answer) => {
    const was = sent.current;
    sent.current = null;
    setFailed(!answer?.ok);
    if (!answer?.ok || was === null) return;
    stored.current = was.trim();
    if (readKept(kept) === was) writeKept(kept, null);
  });
  // Another tab has changed it: shown unless something is typed here.
  useEffect(() => {
    const before = stored.current;
    stored.current = note;
    setText((now) => (now.trim() === before ? note : now));
  }, [note]);
  // What was typed before the page was left is brought back.
  useEffect(() => {
    const waiting = readKept(kept);
    if (waiting !== null) setText(waiting.slice(0, longestNote));
    return () => clearTimeout(timer.current);
  }, [kept]);

  const isSaved = text.trim() === stored.current;
  return {
    text,
    type(next: string) {
      setText(next);
      writeKept(kept, next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => send(next), rest);
    },
    save: () => send(text),
    state: isSaved ? states.saved : hasFailed ? states.failed : states.typed,
  };
}
