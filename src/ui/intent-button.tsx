import type { ReactNode } from 'react';
import { useFetcher } from 'react-router';
import { Button } from './button.tsx';

interface IntentButtonProps {
  intent: string;
  label: string;
  icon: ReactNode;
}

/** Posts an intent to the page that it stands on, and waits for the answer. */
export function IntentButton({ intent, label, icon }: IntentButtonProps) {
  const fetcher = useFetcher();
  const busy = fetcher.state !== 'idle';
  return (
    <fetcher.Form method="post">
      <Button type="submit" name="intent" value={intent} busy={busy}>
        {busy ? null : icon}
        {label}
      </Button>
    </fetcher.Form>
  );
}
