import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '#ui/card.tsx';

interface FigureCardProps {
  /** The page with the whole of it. */
  to: string;
  term: string;
  value: string;
  /** Below the number. */
  note: ReactNode;
  children?: ReactNode;
}

/** A number of the panel; leads to the page that explains it. */
export function FigureCard({ to, term, value, note, children }: FigureCardProps) {
  return (
    <Link to={to} className="block h-full rounded-lg">
      <Card interactive className="flex h-full flex-col gap-1 p-5">
        <span className="text-sm text-muted">{term}</span>
        <span className="font-display text-2xl font-semibold tabular-nums">{value}</span>
        <span className="text-sm text-muted tabular-nums">{note}</span>
        {children}
      </Card>
    </Link>
  );
}
