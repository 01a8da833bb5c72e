import X from 'lucide-react/icons/x';
import { Dialog as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';

/** A modal dialog: traps focus, closes on Escape and restores focus. */
export const Dialog = Radix.Root;

/** The only child is the button. */
export const DialogTrigger = (props: ComponentProps<typeof Radix.Trigger>) => (
  <Radix.Trigger asChild {...props} />
);

/** The only child is the button. */
export const DialogClose = (props: ComponentProps<typeof Radix.Close>) => <Radix.Close asChild {...props} />;

/**
 * Whether a key was pressed in another dialog: one that has just opened above this one listens for Escape only a moment
 * after it has the focus, and until then this one does.
 */
export const isOfAnother = ({ target }: Event, content: Element | null): boolean => {
  const own = target instanceof Element ? target.closest('[role="dialog"], [role="alertdialog"]') : null;
  return own !== null && own !== content;
};

const widths = { sm: 'sm:max-w-sm', md: 'sm:max-w-lg', lg: 'sm:max-w-3xl' };

interface DialogContentProps extends Omit<ComponentProps<typeof Radix.Content>, 'title'> {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons, the main one last; stay visible on scrolling. A submit button names its form by `form`. */
  footer?: ReactNode;
  size?: keyof typeof widths;
}

/** Centred, or a full-height sheet on a phone. Escape in a field with `data-own-escape` does not close it. */
export function DialogContent({
  title,
  description,
  footer,
  size = 'md',
  className,
  children,
  ...rest
}: DialogContentProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-50 animate-fade-in bg-black/70 data-[state=closed]:animate-fade-out" />
      <Radix.Content
        ref={content}
        {...(description ? {} : { 'aria-describedby': undefined })}
        {...rest}
        onInteractOutside={(event) => {
          if (event.target instanceof Element && event.target.closest('[data-toasts]'))
            event.preventDefault();
          else rest.onInteractOutside?.(event);
        }}
        onEscapeKeyDown={(event) => {
          const isOwn = event.target instanceof Element && event.target.closest('[data-own-escape]');
          if (isOwn || isOfAnother(event, content.current)) event.preventDefault();
          else rest.onEscapeKeyDown?.(event);
        }}
        className={cx(
          'fixed inset-x-0 bottom-0 z-50 flex h-dvh flex-col bg-surface shadow-lg outline-none',
          'short:block short:overflow-y-auto animate-sheet sm:animate-rise data-[state=closed]:animate-sink',
          'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[min(46rem,calc(100dvh-4rem))] sm:w-[calc(100%-4rem)] sm:rounded-lg',
          widths[size],
          className,
        )}
      >
        <header className="px-5 pt-5 pr-16 sm:px-7 sm:pt-6 sm:pr-16">
          <Radix.Title className="text-2xl">{title}</Radix.Title>
          {description ? (
            <Radix.Description className="mt-1.5 text-sm text-muted">{description}</Radix.Description>
          ) : null}
        </header>
        {/* Its height counts, so its basis is `auto`: WebKit takes the 0 % of `flex-1` for the height of a fitted dialog. */}
        <div className="min-h-0 flex-auto overflow-y-auto short:overflow-visible overscroll-contain px-5 py-5 sm:px-7">
          {children}
        </div>
        {footer ? (
          <footer className="flex flex-col-reverse gap-3 px-5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:px-7 sm:pb-6">
            {footer}
          </footer>
        ) : null}
        <Radix.Close asChild>
          <IconButton label="Fechar" className="absolute top-3.5 right-3">
            <X aria-hidden="true" />
          </IconButton>
        </Radix.Close>
      </Radix.Content>
    </Radix.Portal>
  );
}
