import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** The name of an account, which leads to its page; plain text when the account is deleted. */
export function AccountLink({ userId, children }: { userId: string | null; children: ReactNode }) {
  if (!userId) return <>{children}</>;
  return (
    <Link to={`/admin/users/${userId}`} className="rounded-sm hover:text-accent">
      {children}
    </Link>
  );
}
