export type ToastTone = 'default' | 'success' | 'error' | 'progress';

/** A message in the corner. The same `id` again changes the message in its place. */
export interface ToastRequest {
  title: string;
  description?: string;
  tone?: ToastTone;
  id?: string;
  /** With `progress`: how much is done, 0 to 100; unknown when left out. */
  value?: number;
  /** One thing that can be done about it. */
  action?: { label: string; onSelect: () => void };
}

/** A message on the screen. */
export interface Toast extends ToastRequest {
  id: string;
  /** Counts the changes of this message; its time starts anew with each. */
  revision: number;
  /** It is on its way out. */
  leaving: boolean;
}

/** At most so many messages at once; the oldest that is not work in progress makes room. */
const most = 4;

/** The list with a message added at its end, or changed in its place when its id is there. */
export function withToast(list: readonly Toast[], request: ToastRequest & { id: string }): Toast[] {
  const known = list.find((one) => one.id === request.id && !one.leaving);
  if (known) {
    return list.map((one) =>
      one === known ? { ...request, revision: one.revision + 1, leaving: false } : one,
    );
  }
  const others = list.filter((one) => one.id !== request.id);
  const full = others.filter((one) => !one.leaving).length >= most;
  const oldest = full
    ? (others.find((one) => !one.leaving && one.tone !== 'progress') ?? others[0])
    : undefined;
  return [...others.filter((one) => one !== oldest), { ...request, revision: 0, leaving: false }];
}

/** The list with one message on its way out. */
export const withLeaving = (list: readonly Toast[], id: string): Toast[] =>
  list.map((one) => (one.id === id ? { ...one, leaving: true } : one));

/** The list without the message, if that is still on its way out and was not shown again meanwhile. */
export const withoutLeft = (list: readonly Toast[], id: string): Toast[] =>
  list.filter((one) => one.id !== id || !one.leaving);

/**
 * Milliseconds that a message stays: 6 s, as at least 5 are asked for (A11-02); longer for errors and long texts; work in progress
 * stays until it is changed (infinite).
 */
export function toastDuration({ title, description = '', tone = 'default', action }: ToastRequest): number {
  if (tone === 'progress') return Number.POSITIVE_INFINITY;
  const reading = 2000 + (title.length + description.length) * 70;
  const least = tone === 'error' || action ? 8000 : 6000;
  return Math.min(15_000, Math.max(least, reading));
}
