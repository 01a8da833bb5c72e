import type { ReactNode } from 'react';

/** One group of the page that shows every component. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-5 border-t border-line py-10">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  );
}

/** A row of samples. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-4">{children}</div>;
}
