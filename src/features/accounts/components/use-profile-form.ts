import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { toast } from '#ui/toast.tsx';
import type { ProfileAnswer } from '../profile-answer.ts';

/** A profile form that stays on its page, reports by toast and can clear itself. @param intent the page's action */
export function useProfileForm(intent: string, options: { clearOnSuccess?: boolean } = {}) {
  const fetcher = useFetcher<ProfileAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const { clearOnSuccess = false } = options;
  const answer = fetcher.data;
  useEffect(() => {
    if (!answer) return;
    toast({ title: answer.title, description: answer.description, tone: answer.ok ? 'success' : 'error' });
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
