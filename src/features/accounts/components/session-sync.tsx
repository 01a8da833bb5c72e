import { lazy, Suspense, useEffect } from 'react';
import { toast } from '#ui/toast-store.ts';
import { sessionIsBack, watchSession } from '../session-end.ts';

const channelName = 'sonoteca-sessao';
/** One for the whole tab: what is sent on it does not come back to it. */
let channel: BroadcastChannel | null = null;

/** Told between tabs: that the session was ended, or whose session it is. */
type Message = 'signed-out' | { userId: string };

function openChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel(channelName);
  return channel;
}

/** Tells the site's other tabs that the session has ended (AUT-20). */
export const announceSignOut = (): void => openChannel()?.postMessage('signed-out' satisfies Message);

const SessionEnded = lazy(() =>
  import('./session-ended.tsx').then((module) => ({ default: module.SessionEnded })),
);

/**
 * Once, in the document: keeps the tabs of one browser to one session. When another tab signs out, or somebody else
 * signs in there, this one starts anew, with nothing left in memory of who was here (AUT-20). When the same person
 * signs in again, what this page holds can be sent.
 * @param userId null for a visitor
 */
export function SessionSync({ userId }: { userId: string | null }) {
  useEffect(() => {
    watchSession(userId);
    const open = openChannel();
    if (!open || userId === null) return;
    const hear = ({ data }: MessageEvent<Message>) => {
      if (data === 'signed-out') window.location.assign('/');
      else if (data.userId !== userId) window.location.reload();
      else if (sessionIsBack()) {
        toast({
          title: 'Você entrou de novo',
          description: 'O que você escreveu continua aqui, pronto para enviar.',
          tone: 'success',
        });
      }
    };
    open.addEventListener('message', hear);
    open.postMessage({ userId } satisfies Message);
    return () => open.removeEventListener('message', hear);
  }, [userId]);
  if (userId === null) return null;
  return (
    <Suspense fallback={null}>
      <SessionEnded />
    </Suspense>
  );
}
