import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Card } from './card.tsx';
import { cx } from './cx.ts';

/** A task with a deadline, shown above what it concerns. */
export function WarningCard({ title, text, className }: { title: string; text: string; className?: string }) {
  return (
    <Card role="alert" className={cx('flex gap-4 p-5 ring-1 ring-danger/60', className)}>
      <TriangleAlert className="size-6 shrink-0 text-danger" aria-hidden="true" />
      <div className="grid gap-1.5">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-sm text-muted">{text}</p>
      </div>
    </Card>
  );
}
