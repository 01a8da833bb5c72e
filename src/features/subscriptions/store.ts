const channelName = 'sonoteca-assinatura';

/** Tells the other tabs of this browser that the subscription has changed (PAY-08, A-41). */
export function announceSubscription(): void {
  const channel = openChannel();
  channel?.postMessage('changed');
  channel?.close();
}

/** Calls `listener` when another tab announces a change. Gives the way to stop. */
export function onSubscriptionAnnounced(listener: () => void): () => void {
  const channel = openChannel();
  channel?.addEventListener('message', listener);
  return () => channel?.close();
}

/** Null where the browser has no channels between tabs; coming back to the tab is then what tells. */
function openChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
}
