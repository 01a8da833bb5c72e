import { useCallback } from 'react';
import { useRevalidator } from 'react-router';
import { toast } from '#ui/toast.tsx';
import type { ProjectAnswer } from '../send-project.ts';

interface Undoable {
  do: () => Promise<ProjectAnswer<unknown>>;
  undo: () => Promise<ProjectAnswer<unknown>>;
  /** What has been done. */
  title: string;
  /** The title when it fails. */
  failed: string;
  /** What has been undone. */
  undone: string;
  /** Takes the place of reading the page anew, when it is left. */
  leave?: (() => unknown) | undefined;
}

/** Does something at once and offers to undo it; what the page shows is read anew after both. */
export function useUndoable(): (deed: Undoable) => Promise<void> {
  const { revalidate } = useRevalidator();
  return useCallback(
    async (deed) => {
      const run = async (way: Undoable['do'], failed: string, then: () => unknown) => {
        const answer = await way();
        if (!answer.ok) toast({ title: failed, description: answer.message, tone: 'error' });
        await (answer.ok ? then() : revalidate());
        return answer.ok;
      };
      const isDone = await run(deed.do, deed.failed, deed.leave ?? revalidate);
      if (!isDone) return;
      const undo = async () => {
        if (await run(deed.undo, 'Não foi possível desfazer', revalidate)) toast({ title: deed.undone });
      };
      toast({ title: deed.title, action: { label: 'Desfazer', onSelect: () => void undo() } });
    },
    [revalidate],
  );
}
