import type { ReactNode } from 'react';
import { useFetcher } from 'react-router';
import type { Answer } from '#platform/answer.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { helpFailures } from './user-words.ts';

interface HelpButtonProps {
  intent: keyof typeof helpFailures;
  userId: string;
  /** The session, where it is about one. */
  id?: string;
  /** Further words for those who do not see what is beside it. */
  label?: string;
  isMain?: boolean;
  /** Asks first: title and consequences. */
  asks?: { title: string; text: string };
  children: ReactNode;
}

/** Does one thing for an account, by one click. */
export function HelpButton({ intent, userId, id, label, isMain, asks, children }: HelpButtonProps) {
  const fetcher = useFetcher<Answer>();
  const run = () =>
    void fetcher.submit({ intent, userId, ...(id === undefined ? {} : { id }) }, { method: 'post' });
  const button = (
    <Button
      size={isMain ? undefined : 'sm'}
      variant={isMain ? 'primary' : undefined}
      busy={fetcher.state !== 'idle'}
      aria-label={label}
      {...(asks ? {} : { onClick: run })}
    >
      {children}
    </Button>
  );
  if (!asks) return button;
  return (
    <ConfirmDialog trigger={button} title={asks.title} action="Encerrar" variant="danger" onConfirm={run}>
      <p>{asks.text}</p>
    </ConfirmDialog>
  );
}
