import type { FormEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input, PasswordInput } from '#ui/input.tsx';
import { Logo } from '#ui/logo.tsx';
import { drawnWave } from '../wave.ts';
import { WaveShape } from './wave-shape.tsx';

interface MaintenancePageProps {
  siteName: string;
  title: string;
  subtitle: string;
  busy: boolean;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

const coming = drawnWave('em breve, uma nova experiência sonora', 200);

/** Shown to everyone but administrators during maintenance (MNT-09..14): the message, and their sign-in. */
export function MaintenancePage({ siteName, title, subtitle, busy, onSubmit }: MaintenancePageProps) {
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-hidden px-4 sm:px-6">
      <div
        aria-hidden="true"
        className="absolute top-1/4 left-1/2 -z-10 h-[40rem] w-[70rem] -translate-x-1/2 bg-[radial-gradient(closest-side,#ffb02024,transparent)]"
      />
      <header className="mx-auto flex h-20 w-full max-w-5xl items-center">
        <Logo name={siteName} />
      </header>
      <main id="conteudo" className="mx-auto grid w-full max-w-5xl flex-1 content-center gap-14 py-10">
        <div className="text-center">
          <p className="inline-flex items-center gap-2 rounded-full bg-raised px-4 py-1.5 text-sm font-medium shadow-sm">
            <span className="size-2 animate-pulse rounded-full bg-danger" aria-hidden="true" />
            Em breve, uma nova experiência sonora
          </p>
          <h1 className="mx-auto mt-6 max-w-4xl text-[clamp(2.25rem,1.2rem+4.4vw,4rem)] leading-[1.04]">
            {title}
          </h1>
          <p className="mx-auto mt-5 max-w-2xl text-lg text-muted">{subtitle}</p>
          <WaveShape
            wave={coming}
            fit="cut"
            className="mx-auto mt-10 h-24 w-full text-accent [mask-image:linear-gradient(90deg,transparent,#000_15%_85%,transparent)]"
          />
          <p className="mt-6 text-sm text-muted">
            A melhor plataforma de rádios do Brasil está em desenvolvimento.
          </p>
        </div>
        <section
          aria-labelledby="acesso"
          className="mx-auto w-full max-w-sm rounded-lg bg-surface p-6 shadow-lg sm:p-8"
        >
          <h2 id="acesso" className="text-lg">
            Acesso Administrativo
          </h2>
          <form method="post" onSubmit={onSubmit} noValidate className="mt-5 grid gap-4">
            <Field label="E-mail" required>
              {(control) => <Input {...control} name="email" type="email" autoComplete="username" required />}
            </Field>
            <Field label="Senha" required>
              {(control) => (
                <PasswordInput {...control} name="password" autoComplete="current-password" required />
              )}
            </Field>
            <Button type="submit" variant="primary" busy={busy} className="mt-1 w-full">
              {busy ? 'Entrando...' : 'Entrar'}
            </Button>
          </form>
        </section>
      </main>
    </div>
  );
}
