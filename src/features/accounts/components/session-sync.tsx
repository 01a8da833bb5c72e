import { useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import { toast } from '#ui/toast-store.ts';
import { useLater } from '#ui/use-later.ts';
import { putOffSignIn, sessionEnd, sessionIsBack, watchSession } from '../session-end.ts';

const channelName = 'sonoteca-sessao';
/** One per tab, because a channel does not deliver a tab's own messages to it. */
let channel: BroadcastChannel | null = null;

type Message = 'signed-out' | { userId: string };

function openChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel(channelName);
  return channel;
}

/** Tells the other tabs that the session has ended (AUT-20). */
export const announceSignOut = (): void => openChannel()?.postMessage('signed-out' satisfies Message);

/** Without its code nobody can be asked: what waits for an answer fails as it would without a dialog. */
const loadEnded = () =>
  import('./session-ended.tsx').then(
    (module) => module.SessionEnded,
    (error: unknown) => {
      putOffSignIn();
      throw error;
    },
  );

/** Submissions that are sent again show their own result. */
function welcomeBack(outcome: ReturnType<typeof sessionIsBack>): void {
  if (outcome !== 'ready') return;
  toast({
    title: 'Você entrou de novo',
    description: 'O que você escreveu continua aqui, pronto para enviar.',
    tone: 'success',
  });
}

/**
 * Keeps all tabs of a browser in one session; once in the document. When another tab signs out or in as somebody else,
 * this one reloads, so that nothing of the former user stays in memory (AUT-20). When the same user signs in again,
 * pending submissions are sent. @param userId null for a visitor
 */
export function SessionSync({ userId }: { userId: string | null }) {
  useEffect(() => {
    watchSession(userId);
    const open = openChannel();
    if (!open || userId === null) return;
    const hear = ({ data }: MessageEvent<Message>) => {
      if (data === 'signed-out') window.location.assign('/');
      else if (data.userId !== userId) window.location.reload();
      else welcomeBack(sessionIsBack());
    };
    open.addEventListener('message', hear);
    open.postMessage({ userId } satisfies Message);
    return () => open.removeEventListener('message', hear);
  }, [userId]);
  const isTold = useStore(sessionEnd, (state) => state.isTold);
  const [isEnded, setEnded] = useState(isTold);
  if (isTold && !isEnded) setEnded(true);
  const Ended = useLater(loadEnded, isEnded && userId !== null);
  return Ended ? <Ended /> : null;
}
