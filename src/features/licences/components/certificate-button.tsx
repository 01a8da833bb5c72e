import BadgeCheck from 'lucide-react/icons/badge-check';
import type { ReactNode } from 'react';
import { useFetcher } from 'react-router';
import { Button } from '#ui/button.tsx';

interface CertificateButtonProps {
  /** Only what was licensed in this month, or of this project; empty: all. */
  month?: string;
  projectId?: string;
  variant?: 'primary' | 'secondary';
  children: ReactNode;
}

/** Makes one certificate of many licences and opens it. */
export function CertificateButton({
  month = '',
  projectId = '',
  variant = 'secondary',
  children,
}: CertificateButtonProps) {
  const fetcher = useFetcher();
  const busy = fetcher.state !== 'idle';
  return (
    <fetcher.Form method="post" action="/meus-downloads">
      <input type="hidden" name="intent" value="certificate" />
      <input type="hidden" name="mes" value={month} />
      <input type="hidden" name="projeto" value={projectId} />
      <Button type="submit" variant={variant} busy={busy}>
        {busy ? null : <BadgeCheck aria-hidden="true" />}
        {children}
      </Button>
    </fetcher.Form>
  );
}
