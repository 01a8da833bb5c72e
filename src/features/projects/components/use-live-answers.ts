import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Reads the page anew when somebody answers, and after each gap. A hidden tab does not listen. */
export function useLiveAnswers(projectId: string, isShared: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isShared || typeof EventSource === 'undefined') return;
    let events: EventSource | null = null;
    let isGap = false;
    const open = () => {
      events = new EventSource(`/functions/projects/${projectId}/events`);
      events.addEventListener('changed', () => void revalidate());
      events.addEventListener('open', () => {
        if (isGap) void revalidate();
        isGap = false;
      });
      events.addEventListener('error', () => {
        isGap = true;
      });
    };
    const close = () => {
      events?.close();
      events = null;
    };
    const follow = () => {
      if (document.visibilityState === 'visible') {
        if (!events) open();
      } else {
        isGap = true;
        close();
      }
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      close();
    };
  }, [projectId, isShared, revalidate]);
}
