import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** Arrow keys switch between tabs. */
export const Tabs = Radix.Root;

/** Scrolls sideways within itself on narrow screens. Needs an aria-label. */
export const TabsList = (props: ComponentProps<typeof Radix.List>) => (
  <Radix.List
    {...props}
    className="flex w-full gap-1 max-sm:contain-inline-size sm:w-fit sm:max-w-full overflow-x-auto rounded-md bg-sunken p-1 shadow-well [scrollbar-width:none]"
  />
);

export function TabsTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      // Radix focuses by script, which browsers treat as keyboard focus: hide the ring on a press.
      onPointerDown={({ currentTarget }) => currentTarget.setAttribute('data-pressed', '')}
      onKeyDown={({ currentTarget }) => currentTarget.removeAttribute('data-pressed')}
      onBlur={({ currentTarget }) => currentTarget.removeAttribute('data-pressed')}
      {...props}
      className={cx(
        'inline-flex h-9 touch:min-h-11 shrink-0 grow items-center justify-center gap-2 rounded-sm px-2 sm:px-4 text-sm font-medium text-muted transition select-none hover:text-fg',
        'data-[state=active]:bg-raised data-[state=active]:text-fg data-[state=active]:shadow-sm focus-visible:-outline-offset-2 data-pressed:outline-none',
        'relative data-[state=active]:after:absolute data-[state=active]:after:inset-x-3 data-[state=active]:after:bottom-0.5 data-[state=active]:after:h-0.5 data-[state=active]:after:rounded-full data-[state=active]:after:bg-lamp [&_svg]:size-4',
      )}
    />
  );
}

export function TabsContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content {...rest} className={cx('mt-6 rounded-md', className)} />;
}
