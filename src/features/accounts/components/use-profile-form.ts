import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { Answer } from '#platform/answer.ts';
import { toast } from '#ui/toast.tsx';

/** A profile form that stays on its page, reports by toast and can clear itself. @param intent the page's action */
export function useProfileForm(intent: string, options: { clearOnSuccess?: boolean } = {}) {
  const fetcher = useFetcher<Answer>();
  const form = useRef<HTMLFormElement>(null);
  const { clearOnSuccess = false } = options;
  const answer = fetcher.data;
  useEffect(() => {
    if (!answer) return;
    const { ok, title, description, errors } = answer;
    // A message beside a field is not repeated in the toast.
    toast({ title, description: errors ? undefined : description, tone: ok ? 'success' : 'error' });
    if (answer.ok && clearOnSuccess) form.current?.reset();
  }, [answer, clearOnSuccess]);
  return {
    Form: fetcher.Form,
    form,
    busy: fetcher.state !== 'idle',
    errors: answer?.errors ?? {},
    ok: answer?.ok ?? false,
    intent,
  };
}
