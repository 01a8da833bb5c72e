import type { Feature } from '../model.ts';
import { SideHeadSection } from './section-head.tsx';

interface FeatureListProps {
  title: string;
  subtitle: string;
  items: Feature[];
}

export function FeatureList({ title, subtitle, items }: FeatureListProps) {
  return (
    <SideHeadSection id="recursos" title={title} lead={subtitle}>
      {items.length > 0 ? (
        <ol>
          {items.map(({ title: name, text }, at) => (
            <li
              key={name + text}
              className="grid grid-cols-[2.5rem_1fr] gap-x-4 py-6 shadow-[0_1px_0_var(--color-line)] first:pt-0 last:shadow-none sm:grid-cols-[4rem_1fr]"
            >
              <span
                aria-hidden="true"
                className="pt-0.5 font-display text-lg font-bold text-accent tabular-nums"
              >
                {String(at + 1).padStart(2, '0')}
              </span>
              <div>
                <h3 className="text-2xl">{name}</h3>
                {text ? <p className="mt-2 max-w-[60ch] text-muted">{text}</p> : null}
              </div>
            </li>
          ))}
        </ol>
      ) : null}
    </SideHeadSection>
  );
}
