export type ToastTone = 'default' | 'success' | 'error' | 'progress';

/** Repeating an `id` updates the message in place. */
export interface ToastRequest {
  title: string;
  description?: string;
  tone?: ToastTone;
  id?: string;
  /** With `progress`: 0 to 100; unknown when left out. */
  value?: number;
  action?: { label: string; onSelect: () => void };
}

export interface Toast extends ToastRequest {
  id: string;
  /** Counts updates; each restarts the timer. */
  revision: number;
  /** Its exit animation runs. */
  leaving: boolean;
}

/** Most messages at once; the oldest one without progress makes room. */
const most = 4;

/** Adds a message, or updates it when its id exists. */
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

export const withLeaving = (list: readonly Toast[], id: string): Toast[] =>
  list.map((one) => (one.id === id ? { ...one, leaving: true } : one));

/** Removes a message whose exit animation ended, unless it was shown again meanwhile. */
export const withoutLeft = (list: readonly Toast[], id: string): Toast[] =>
  list.filter((one) => one.id !== id || !one.leaving);

/** Milliseconds: 6 s (at least 5, A11-02), longer for errors and long texts, infinite for work in progress. */
export function toastDuration({ title, description = '', tone = 'default', action }: ToastRequest): number {
  if (tone === 'progress') return Number.POSITIVE_INFINITY;
  const reading = 2000 + (title.length + description.length) * 70;
  const least = tone === 'error' || action ? 8000 : 6000;
  return Math.min(15_000, Math.max(least, reading));
}
