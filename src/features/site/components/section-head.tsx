import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';

interface SectionHeadProps {
  id?: string;
  title: string;
  lead?: ReactNode;
  className?: string;
}

/** Heading of a section of the landing page. */
export function SectionHead({ id, title, lead, className }: SectionHeadProps) {
  return (
    <header className={cx('max-w-2xl', className)}>
      <h2 id={id} className="text-3xl md:text-5xl">
        {title}
      </h2>
      {lead ? <p className="mt-4 text-lg text-muted">{lead}</p> : null}
    </header>
  );
}

/** Width and breath of a section of the landing page. */
export const sectionLook = 'mx-auto max-w-7xl px-4 py-14 sm:px-6 md:py-20';
