import Check from 'lucide-react/icons/check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { Progress } from './progress.tsx';
import { Spinner } from './spinner.tsx';
import { type Toast, type ToastTone, toastDuration } from './toast-list.ts';
import { dismissToast, shownToasts, toast, watchToasts } from './toast-store.ts';
import { useMedia } from './use-media.ts';

export { toast };

const marks: Record<ToastTone, { className: string; mark: ReactNode }> = {
  default: { className: 'text-accent', mark: <Info aria-hidden="true" /> },
  success: { className: 'text-success', mark: <Check aria-hidden="true" /> },
  error: { className: 'text-danger', mark: <TriangleAlert aria-hidden="true" /> },
  progress: { className: 'text-accent', mark: <Spinner className="text-lg" /> },
};

const none: readonly Toast[] = [];

/**
 * The message list; once in the document. At the bottom on wide screens, at the top on phones, where the player is at
 * the bottom; at the other edge when it would lie over what the person used last. Escape dismisses the newest or the focused message, Alt+T focuses the newest. Timers pause on hover and
 * focus.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(watchToasts, shownToasts, () => none);
  const [held, setHeld] = useState(false);
  const isAway = useIsAway(toasts.length > 0);
  const place = useRef<HTMLElement>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const cards = [...(place.current?.querySelectorAll<HTMLElement>('[data-toast]') ?? [])];
      const newest = cards.at(-1);
      if (!newest || event.defaultPrevented) return;
      if (event.altKey && event.code === 'KeyT') {
        newest.querySelector<HTMLElement>('button:last-of-type')?.focus();
        event.preventDefault();
      }
      if (event.key === 'Escape') {
        const focused = cards.find((card) => card.contains(document.activeElement));
        dismissToast((focused ?? newest).dataset.toast ?? '');
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    <section
      ref={place}
      data-toasts=""
      aria-label="Avisos (Alt+T)"
      aria-live="polite"
      aria-relevant="additions text"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx(
        'pointer-events-none fixed inset-x-0 top-0 z-60 flex flex-col-reverse items-center p-4',
        isAway ? away : 'md:top-auto md:bottom-0 md:flex-col md:items-end md:p-6',
        // While a dialog is open, messages must not cover its buttons: they go above it or into the margin.
        'md:max-xl:in-[body:has([role=dialog])]:top-0 md:max-xl:in-[body:has([role=dialog])]:bottom-auto',
        'md:max-xl:in-[body:has([role=dialog])]:items-center xl:in-[body:has([role=dialog])]:p-4',
        // The listening desk has its keys at the bottom, and no margin.
        'xl:in-[body:has([data-desk])]:top-0 xl:in-[body:has([data-desk])]:bottom-auto xl:in-[body:has([data-desk])]:items-center',
      )}
    >
      {toasts.map((one) => (
        <ToastCard key={one.id} toast={one} held={held} />
      ))}
    </section>
  );
}

/** The other edge: above the bars of a phone, below the head of a wide screen. */
const away =
  'max-md:top-auto max-md:bottom-[calc(var(--foot)+var(--over-foot))] max-md:flex-col md:top-(--head) md:items-end md:px-6';

/** Part of the window's height that messages need at their edge. */
const reach = 0.35;

/** Whether the messages go to the other edge, because what was used last is where they would come. */
function useIsAway(isShown: boolean): boolean {
  const used = useRef<number | null>(null);
  const isPhone = useMedia('(width < 48rem)');
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const options = { capture: true, passive: true, signal: stop.signal };
    const isOurs = (one: EventTarget | null) => one instanceof Element && one.closest('[data-toasts]');
    window.addEventListener(
      'pointerdown',
      ({ target, clientY }) => {
        if (!isOurs(target)) used.current = clientY;
      },
      options,
    );
    window.addEventListener(
      'keydown',
      () => {
        const focused = document.activeElement;
        if (focused && focused !== document.body && !isOurs(focused))
          used.current = focused.getBoundingClientRect().bottom;
      },
      options,
    );
    return () => stop.abort();
  }, []);
  useLayoutEffect(() => {
    if (!isShown) return;
    const part = used.current === null ? 0.5 : used.current / window.innerHeight;
    setAway(isPhone ? part < reach : part > 1 - reach);
  }, [isShown, isPhone]);
  return isAway;
}

function ToastCard({ toast: shown, held }: { toast: Toast; held: boolean }) {
  const { id, revision, leaving, tone = 'default' } = shown;
  const { className, mark } = marks[tone];
  const duration = toastDuration(shown);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed message (revision) starts its time anew
  useEffect(() => {
    if (held || leaving || duration === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => dismissToast(id), duration);
    return () => clearTimeout(timer);
  }, [id, revision, held, leaving, duration]);

  return (
    <div
      className={cx(
        'grid w-full max-w-sm transition-[grid-template-rows,opacity] duration-150',
        // Named here, not by `*:` on the parent: a universal selector behind :has() restyles the whole page whenever a
        // row with a role comes or goes.
        'xl:in-[body:has([role=dialog]):not(:has([data-desk]))]:max-w-56',
        leaving ? 'grid-rows-[0fr] opacity-0' : 'grid-rows-[1fr] opacity-100',
      )}
    >
      <div className="min-h-0 min-w-0">
        <div
          data-toast={leaving ? undefined : id}
          role={tone === 'error' ? 'alert' : 'status'}
          aria-atomic="true"
          className="pointer-events-auto my-1 flex animate-rise items-start gap-3 rounded-md bg-lifted py-2 pr-1.5 pl-4 text-sm text-fg shadow-md"
        >
          <span className={cx('mt-2 touch:mt-3 shrink-0 [&_svg]:size-5', className)}>{mark}</span>
          <Message toast={shown} />
          <IconButton
            label="Fechar aviso"
            size="sm"
            className="mt-0.5 touch:mt-0"
            onClick={() => dismissToast(id)}
          >
            <X aria-hidden="true" />
          </IconButton>
        </div>
      </div>
    </div>
  );
}

function Message({ toast: { id, title, description, tone, value, action } }: { toast: Toast }) {
  return (
    <div className="min-w-0 flex-1 py-2 touch:py-3">
      <p className="font-semibold">{title}</p>
      {description ? (
        <p className="mt-0.5 text-muted tabular-nums" aria-live={tone === 'progress' ? 'off' : undefined}>
          {description}
        </p>
      ) : null}
      {tone === 'progress' ? <Progress className="mt-2.5 mb-1" value={value ?? null} label={title} /> : null}
      {action ? (
        <button
          type="button"
          className="mt-1 -mb-1 -ml-2 min-h-9 touch:min-h-11 rounded-sm px-2 font-semibold text-accent hover:bg-fg/8"
          onClick={() => {
            action.onSelect();
            dismissToast(id);
          }}
        >
          {action.label}
        </button>
      ) : null}
    </div>
  );
}
