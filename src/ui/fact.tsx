import type { ReactNode } from 'react';

/** A term and what it is, one below the other; stands in a `dl`. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-muted">{term}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
}
