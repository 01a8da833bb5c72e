import { type Toast, type ToastRequest, withLeaving, withoutLeft, withToast } from './toast-list.ts';

/** Duration of the exit animation in milliseconds. */
const farewell = 160;

let list: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]) {
  list = next;
  for (const listener of listeners) listener();
}

/** Shows a message and returns its id. Messages stay at least 5 s (A11-02); `progress` stays until it is updated. */
export function toast(request: ToastRequest): string {
  count += 1;
  const id = request.id ?? `aviso-${count}`;
  set(withToast(list, { ...request, id }));
  return id;
}

/** Safe to repeat. */
export function dismissToast(id: string): void {
  set(withLeaving(list, id));
  setTimeout(() => set(withoutLeft(list, id)), farewell);
}

/** Oldest first. */
export const shownToasts = (): readonly Toast[] => list;

/** Calls back after each change; returns the unsubscribe function. */
export function watchToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
