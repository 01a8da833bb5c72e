import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from '#ui/logo.tsx';
import { ThemeSwitch } from '#ui/theme-switch.tsx';
import { Timeline } from './timeline.tsx';

interface AuthPageProps {
  siteName: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** Layout of the sign-in pages. The form is on the left, where no toast covers its button. */
export function AuthPage({ siteName, title, lead, children }: AuthPageProps) {
  return (
    <div className="grid min-h-dvh pb-[var(--player-dock,0px)] lg:grid-cols-[minmax(28rem,1fr)_minmax(0,1.15fr)]">
      <div className="flex flex-col">
        <header className="flex items-center justify-between px-4 py-4 sm:px-8">
          <Link to="/" className="rounded-sm py-2" aria-label={`${siteName}, página inicial`}>
            <Logo name={siteName} />
          </Link>
          <ThemeSwitch />
        </header>
        <div className="h-32 overflow-hidden bg-sunken sm:h-40 lg:hidden" aria-hidden="true">
          <Timeline strip className="h-full w-full" />
        </div>
        <main
          id="conteudo"
          className="mx-auto flex w-full max-w-md flex-1 flex-col px-4 py-10 sm:px-8 lg:justify-center"
        >
          <h1 className="text-3xl">{title}</h1>
          {lead ? <p className="mt-2 text-muted">{lead}</p> : null}
          <div className="mt-8 grid gap-6">{children}</div>
        </main>
      </div>
      <div
        className="relative isolate hidden overflow-hidden bg-sunken lg:flex lg:flex-col"
        aria-hidden="true"
      >
        <Timeline className="absolute inset-x-0 top-0 -z-10 h-[72%] w-full" />
        <div className="mt-auto bg-linear-to-t from-sunken from-65% to-transparent px-12 pt-24 pb-12">
          <p className="max-w-md font-display text-5xl font-bold tracking-tight text-balance">
            O som da sua rádio, pronto para o ar.
          </p>
          <p className="mt-4 max-w-sm text-muted">Trilhas, efeitos, vinhetas e programetes no mesmo lugar.</p>
        </div>
      </div>
    </div>
  );
}
