import FlaskConical from 'lucide-react/icons/flask-conical';
import type { ReactNode } from 'react';
import { Logo } from '#ui/logo.tsx';

interface SimulatedFrameProps {
  siteName: string;
  children: ReactNode;
}

/** Frame of the simulated provider's pages, which cannot be mistaken for a real one. */
export function SimulatedFrame({ siteName, children }: SimulatedFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col pb-[var(--player-dock,0px)]">
      <header>
        <p className="flex items-center justify-center gap-2.5 bg-accent px-4 py-3 text-center text-sm font-semibold text-on-accent">
          <FlaskConical className="size-5 shrink-0" aria-hidden="true" />
          Pagamento simulado — nenhum valor será cobrado
        </p>
        <div
          aria-hidden="true"
          className="h-2 bg-[repeating-linear-gradient(-45deg,var(--color-accent)_0_12px,var(--color-ink)_12px_24px)]"
        />
      </header>
      <main className="mx-auto flex w-full max-w-4xl flex-1 flex-col px-4 py-10 sm:px-6 sm:py-16">
        <div className="mb-8">
          <Logo name={siteName} />
        </div>
        {children}
      </main>
    </div>
  );
}
