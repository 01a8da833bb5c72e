import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';

/** Plain details elements: they work without scripts and with the browser's find. */
export function Accordion({ children }: { children: ReactNode }) {
  return <div className="grid gap-2">{children}</div>;
}

interface AccordionItemProps {
  title: ReactNode;
  children: ReactNode;
  open?: boolean;
}

export function AccordionItem({ title, children, open }: AccordionItemProps) {
  return (
    <details
      open={open}
      className="group rounded-md bg-surface shadow-sm transition-colors open:bg-raised hover:bg-raised"
    >
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-md px-5 py-3 font-medium [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180 group-open:text-accent"
          aria-hidden="true"
        />
      </summary>
      <div className="px-5 pb-5 text-muted">{children}</div>
    </details>
  );
}
