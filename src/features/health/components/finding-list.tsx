import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { type Finding, states } from '../model.ts';

/** The findings of all checks, one under the other. */
export function FindingList({ findings }: { findings: Finding[] }) {
  return (
    <Card className="p-0">
      <ul className="divide-y divide-line">
        {findings.map(({ name, state, text }) => (
          <li key={name} className="grid gap-x-6 gap-y-1 p-4 sm:grid-cols-[12rem_1fr_auto] sm:items-center">
            <h2 className="text-sm font-semibold">{name}</h2>
            <p className="min-w-0 text-sm break-words text-muted sm:order-none">{text}</p>
            <Badge tone={states[state].tone} className="justify-self-start">
              {states[state].word}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
