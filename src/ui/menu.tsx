import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** Not modal: the page behind stays interactive. */
export const Menu = (props: ComponentProps<typeof Radix.Root>) => <Radix.Root modal={false} {...props} />;

/** The only child is the button. */
export const MenuTrigger = (props: ComponentProps<typeof Radix.Trigger>) => (
  <Radix.Trigger asChild {...props} />
);

/** Items, labels and separators only; nothing else may take focus. */
export function MenuContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      {/* Rendered outside all landmarks, so it must be one itself. */}
      <section aria-label="Menu aberto">
        <Radix.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          {...rest}
          className={cx(
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 overflow-y-auto rounded-md bg-lifted p-1.5 shadow-lg outline-none',
            'origin-(--radix-dropdown-menu-content-transform-origin) animate-pop',
            className,
          )}
        />
      </section>
    </Radix.Portal>
  );
}

interface MenuItemProps extends ComponentProps<typeof Radix.Item> {
  /** `danger` for destructive actions. */
  tone?: 'default' | 'danger';
}

/** With `asChild` the only child (a link) is the item. */
export function MenuItem({ tone = 'default', ...rest }: MenuItemProps) {
  return (
    <Radix.Item
      {...rest}
      className={cx(
        'flex min-h-10 touch:min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm outline-none select-none',
        'data-[disabled]:pointer-events-none data-[disabled]:opacity-50 data-[highlighted]:bg-fg/9',
        '[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted',
        tone === 'danger' ? 'text-danger [&_svg]:text-current' : 'text-fg',
      )}
    />
  );
}

export const MenuLabel = (props: ComponentProps<typeof Radix.Label>) => (
  <Radix.Label {...props} className="px-3 py-2 text-xs text-muted" />
);

export const MenuSeparator = () => <Radix.Separator className="mx-3 my-1.5 h-px bg-line" />;
