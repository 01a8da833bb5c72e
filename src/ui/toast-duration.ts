import type { ToastRequest } from './toast.tsx';

/**
 * Milliseconds that a message stays: at least 5 s (A11-02), longer for errors and long texts; work in progress
 * stays until it is changed.
 */
export function toastDuration({ title, description = '', tone = 'default', action }: ToastRequest): number {
  if (tone === 'progress') return Number.POSITIVE_INFINITY;
  const reading = (title.length + description.length) * 70;
  const least = tone === 'error' || action ? 8000 : 5000;
  return Math.min(15_000, Math.max(least, 2000 + reading));
}
