import { useCallback, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { useAskBeforeUnload } from '#ui/use-ask-before-unload.ts';
import type { Draft, ReviewAnswer } from '../draft-review.ts';

/** What can be changed of a draft, as its form holds it. */
export interface DraftFields {
  title: string;
  description: string;
  categoryId: string;
  tags: string;
}

export type SaveState = 'still' | 'changed' | 'saving' | 'saved' | 'failed' | 'conflict';

/** Milliseconds after the last key that a change is saved; leaving the field saves it at once. */
const delay = 1200;

const fieldsOf = ({ title, description, categoryId, tags }: Draft): DraftFields => ({
  title,
  description: description ?? '',
  categoryId: categoryId ?? '',
  tags: tags.join(', '),
});

const isSame = (a: DraftFields, b: DraftFields): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * A draft's form that saves itself. What others change is taken over as long as nothing is changed here; otherwise the
 * save is refused (409) and the person decides.
 */
export function useDraftForm(draft: Draft) {
  const fetcher = useFetcher<ReviewAnswer>();
  const [fields, setFields] = useState(() => fieldsOf(draft));
  const [state, setState] = useState<SaveState>('still');
  /** What the server is known to have, and its version. */
  const known = useRef({ fields, version: draft.version });
  const sent = useRef<DraftFields | null>(null);
  const latest = useRef(fields);
  latest.current = fields;
  const { data: answer, state: traffic } = fetcher;

  const save = useCallback(
    (version = known.current.version) => {
      const now = latest.current;
      if (sent.current || isSame(now, known.current.fields) || !now.title.trim()) return;
      sent.current = now;
      setState('saving');
      const form = { intent: 'draft-save', id: draft.id, version, ...now };
      void fetcher.submit(form, { method: 'post' });
    },
    [draft.id, fetcher.submit],
  );

  // The answer to what was sent.
  useEffect(() => {
    const saved = sent.current;
    if (traffic !== 'idle' || !saved) return;
    sent.current = null;
    if (!answer?.ok) {
      setState(answer?.isConflict ? 'conflict' : 'failed');
      return;
    }
    known.current = { fields: saved, version: answer.version ?? known.current.version };
    const isAll = isSame(latest.current, saved);
    setState(isAll ? 'saved' : 'changed');
    // What was written meanwhile found a save on its way, and nothing else will ask again.
    if (!isAll) save();
  }, [answer, traffic, save]);

  // A change waits for the next pause in typing.
  useEffect(() => {
    if (state !== 'changed') return;
    const timer = setTimeout(() => save(), delay);
    return () => clearTimeout(timer);
  }, [state, save]);

  // Nobody leaves with what is not saved, unasked.
  useAskBeforeUnload(state !== 'still' && state !== 'saved');

  // What somebody else has saved meanwhile.
  useEffect(() => {
    if (sent.current || draft.version === known.current.version) return;
    const theirs = fieldsOf(draft);
    if (!isSame(latest.current, known.current.fields)) return;
    known.current = { fields: theirs, version: draft.version };
    setFields(theirs);
    setState('still');
  }, [draft]);

  return {
    fields,
    state,
    answer: state === 'failed' || state === 'conflict' ? answer : undefined,
    version: () => known.current.version,
    change: (changed: Partial<DraftFields>) => {
      setFields((current) => ({ ...current, ...changed }));
      setState((current) => (current === 'conflict' ? current : 'changed'));
    },
    /** At once; nothing happens when there is nothing new. */
    save: () => {
      if (state !== 'conflict') save();
    },
    /** After a conflict: what is here wins. */
    keepMine: () => save(draft.version),
    /** After a conflict: what the other has saved. */
    takeTheirs: () => {
      const theirs = fieldsOf(draft);
      known.current = { fields: theirs, version: draft.version };
      setFields(theirs);
      setState('still');
    },
  };
}
