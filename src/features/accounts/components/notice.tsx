import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';

interface NoticeProps {
  tone: 'success' | 'danger';
  children: ReactNode;
}

/** A result shown in the page, which stays; toasts disappear. */
export function Notice({ tone, children }: NoticeProps) {
  const Icon = tone === 'success' ? CircleCheck : TriangleAlert;
  return (
    <div
      className={cx(
        'flex items-start gap-3 rounded-md px-4 py-3 text-sm',
        tone === 'success' ? 'bg-success/12' : 'bg-danger/12',
      )}
    >
      <Icon
        className={cx('mt-0.5 size-4 shrink-0', tone === 'success' ? 'text-success' : 'text-danger')}
        aria-hidden="true"
      />
      <div className="min-w-0 flex-1 text-fg">{children}</div>
    </div>
  );
}
