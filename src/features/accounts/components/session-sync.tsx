import { useEffect } from 'react';

const channelName = 'sonoteca-sessao';
/** One for the whole tab: what is sent on it does not come back to it. */
let channel: BroadcastChannel | null = null;

function openChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel(channelName);
  return channel;
}

/** Tells the site's other tabs that the session has ended (AUT-20). */
export const announceSignOut = (): void => openChannel()?.postMessage('signed-out');

/**
 * Once, in the document: when another tab signs out, this one starts anew as a visitor's, with nothing left in
 * memory of who was here.
 */
export function SessionSync({ signedIn }: { signedIn: boolean }) {
  useEffect(() => {
    const open = signedIn ? openChannel() : null;
    if (!open) return;
    const leave = () => window.location.assign('/');
    open.addEventListener('message', leave);
    return () => open.removeEventListener('message', leave);
  }, [signedIn]);
  return null;
}
