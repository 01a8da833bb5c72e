const channelName = 'sonoteca-assinatura';

/** Announces a change of the subscription to the other tabs (PAY-08, A-41). */
export function announceSubscription(): void {
  const channel = openChannel();
  channel?.postMessage('changed');
  channel?.close();
}

/** Calls `listener` when another tab announces a change; returns the unsubscribe function. */
export function onSubscriptionAnnounced(listener: () => void): () => void {
  const channel = openChannel();
  channel?.addEventListener('message', listener);
  return () => channel?.close();
}

/** Null without BroadcastChannel; the check on focus then suffices. */
function openChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
}
