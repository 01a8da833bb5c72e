import type { Answer } from '#platform/answer.ts';
import { toast } from './toast-store.ts';

/** Shows a result as a toast; of consecutive reorderings only the last is shown. */
export function sayAnswer({ ok, intent, title, description }: Answer): void {
  const id = intent.endsWith('order') ? { id: intent } : {};
  toast({ ...id, title, description, tone: ok ? 'success' : 'error' });
}
