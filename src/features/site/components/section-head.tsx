import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';

interface SectionHeadProps {
  id?: string;
  title: string;
  lead?: ReactNode;
  className?: string;
}

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

export const sectionLook = 'page-edge py-14 md:py-20 lay-out-late';

interface SideHeadSectionProps {
  /** The anchor; the heading's id derives from it. */
  id: string;
  title: string;
  lead: string;
  children: ReactNode;
}

/** A section of the landing page with a sticky heading beside it. */
export function SideHeadSection({ id, title, lead, children }: SideHeadSectionProps) {
  const headId = `${id}-titulo`;
  return (
    <section id={id} aria-labelledby={headId} className={sectionLook}>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] lg:gap-20">
        <SectionHead id={headId} title={title} lead={lead} className="self-start lg:sticky lg:top-28" />
        {children}
      </div>
    </section>
  );
}
