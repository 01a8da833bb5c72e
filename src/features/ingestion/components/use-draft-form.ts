import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { draftFields } from '#features/catalog/package-definition.ts';
import type { Answer } from '#platform/answer.ts';
import { formText, toSend } from '#platform/definition.ts';
import { useSent } from '#ui/use-answer.ts';
import { useAskBeforeUnload } from '#ui/use-ask-before-unload.ts';
import { useEditor } from '#ui/use-editor.ts';
import type { Draft } from '../draft-review.ts';

/** Debounce in milliseconds; leaving the field saves at once. */
const delay = 1200;

export function useDraftForm(draft: Draft) {
  const fetcher = useFetcher<Answer>();
  const editor = useEditor({ content: formText(draftFields, draft), version: draft.version });
  const { content, base, theirs, isDirty, isSaving } = editor;
  const [ended, setEnded] = useState<'saved' | 'failed' | null>(null);
  const sent = useRef(content);

  function save() {
    if (isSaving || theirs || !isDirty || !content.title.trim()) return;
    sent.current = editor.begin();
    const form = { intent: 'draft-save', id: draft.id, version: base.version, ...toSend(sent.current) };
    void fetcher.submit(form, { method: 'post' });
  }
  useSent(fetcher, (answer) => {
    setEnded(answer?.ok ? 'saved' : 'failed');
    const stored = { content: sent.current, version: answer?.version ?? base.version };
    editor.end(answer?.ok ? { sent: sent.current, stored } : undefined);
  });

  const isWaiting = isDirty && !isSaving && !theirs && ended !== 'failed';
  const latest = useRef(save);
  latest.current = save;
  // Debounced.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key restarts the debounce
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => latest.current(), delay);
    return () => clearTimeout(timer);
  }, [isWaiting, content]);

  useAskBeforeUnload(isDirty);

  const still = ended === 'saved' ? ended : 'still';
  const unsaved = ended === 'failed' ? ended : 'changed';
  return {
    fields: content,
    state: theirs ? 'conflict' : isSaving && content === sent.current ? 'saving' : isDirty ? unsaved : still,
    answer: ended === 'failed' ? fetcher.data : undefined,
    version: base.version,
    change(changed: Partial<typeof content>) {
      setEnded(null);
      editor.change(changed);
    },
    /** Saves at once; does nothing without changes. */
    save,
    /** After a conflict: the local changes win. */
    keepMine() {
      setEnded(null);
      editor.keepMine();
    },
    /** After a conflict: the other person's changes win. */
    takeTheirs() {
      setEnded(null);
      editor.takeTheirs();
    },
  } as const;
}
