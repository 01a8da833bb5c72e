import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { Answer } from '#platform/answer.ts';
import { toast } from '#ui/toast.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import { movedBetween, spotOf } from '../moves.ts';

/** Saves each move of a category's packages at once, and offers to take it back. @param given their ids as loaded */
export function useOrdering(given: string[]) {
  const fetcher = useFetcher<Answer>();
  const shown = useRef(given);
  const key = given.join();
  useEffect(() => {
    shown.current = key.split(',');
  }, [key]);
  const undo = useRef<Record<string, string> | null>(null);
  const send = (fields: Record<string, string>) =>
    fetcher.submit({ intent: 'order', ...fields }, { method: 'post' });

  useAnswer(fetcher.data, ({ ok, title }) => {
    const back = undo.current;
    if (!ok) return;
    const action = back && {
      label: 'Desfazer',
      onSelect: () => {
        undo.current = null;
        void send(back);
      },
    };
    toast({ id: 'order', title, tone: 'success', ...(action && { action }) });
  });

  return {
    order: async (ids: string[]) => {
      const was = shown.current;
      const id = movedBetween(was, ids);
      if (!id) return;
      shown.current = ids;
      undo.current = { id, ...spotOf(was, id) };
      await send({ id, ...spotOf(ids, id) });
    },
    moveTo: (id: string, end: 'first' | 'last') => {
      undo.current = { id, ...spotOf(shown.current, id) };
      void send({ id, end });
    },
  };
}
