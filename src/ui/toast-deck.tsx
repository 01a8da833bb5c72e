import Check from 'lucide-react/icons/check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { Progress } from './progress.tsx';
import { Spinner } from './spinner.tsx';
import { openDeck, type ToastOrder, type ToastRequest, type ToastTone } from './toast.tsx';
import { toastDuration } from './toast-duration.ts';

const marks: Record<ToastTone, { className: string; mark: React.ReactNode }> = {
  default: { className: 'text-accent', mark: <Info aria-hidden="true" /> },
  success: { className: 'text-success', mark: <Check aria-hidden="true" /> },
  error: { className: 'text-danger', mark: <TriangleAlert aria-hidden="true" /> },
  progress: { className: 'text-accent', mark: <Spinner className="text-lg" /> },
};

const close = (id: string) => sonner.dismiss(id);

function ToastCard({
  id,
  title,
  description,
  tone = 'default',
  value,
  action,
}: ToastRequest & { id: string }) {
  const { className, mark } = marks[tone];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape anywhere in the message closes it
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      aria-atomic="true"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close(id);
      }}
      className="flex w-[min(24rem,calc(100vw-2rem))] items-start gap-3 rounded-md bg-lifted py-3 pr-1.5 pl-4 text-sm text-fg shadow-lg"
    >
      <span className={cx('mt-2 shrink-0 [&_svg]:size-5', className)}>{mark}</span>
      <div className="min-w-0 flex-1 py-1.5">
        <p className="font-semibold">{title}</p>
        {description ? (
          <p className="mt-0.5 text-muted tabular-nums" aria-live={tone === 'progress' ? 'off' : undefined}>
            {description}
          </p>
        ) : null}
        {tone === 'progress' && value !== undefined ? (
          <Progress className="mt-2.5" value={value} label={title} />
        ) : null}
        {action ? (
          <button
            type="button"
            className="mt-2 -ml-2 min-h-9 touch:min-h-11 rounded-sm px-2 font-semibold text-accent hover:bg-fg/8"
            onClick={() => {
              action.onSelect();
              close(id);
            }}
          >
            {action.label}
          </button>
        ) : null}
      </div>
      <IconButton label="Fechar aviso" size="sm" onClick={() => close(id)}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function run(order: ToastOrder) {
  if (order.kind === 'dismiss') {
    sonner.dismiss(order.id);
    return;
  }
  const { toast } = order;
  sonner.custom(() => <ToastCard {...toast} />, { id: toast.id, duration: toastDuration(toast) });
}

/** The messages themselves: below on wide screens; above on phones, where the player stands below. */
export function ToastDeck() {
  const [phone] = useState(() => matchMedia('(width < 48rem)').matches);
  useEffect(() => openDeck(run), []);
  return (
    <Sonner
      position={phone ? 'top-center' : 'bottom-right'}
      customAriaLabel="Avisos (Alt+T)"
      visibleToasts={4}
      gap={10}
      expand
      offset={24}
      mobileOffset={16}
    />
  );
}
