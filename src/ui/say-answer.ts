import type { Answer } from '#platform/answer.ts';
import { toast } from './toast-store.ts';

/** Says by toast how a change went; of orders saved one after the other only the last is said. */
export function sayAnswer({ ok, intent, title, description }: Answer): void {
  const id = intent.endsWith('order') ? { id: intent } : {};
  toast({ ...id, title, description, tone: ok ? 'success' : 'error' });
}
