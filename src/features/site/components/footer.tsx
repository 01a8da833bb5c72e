import { Link } from 'react-router';
import { Logo } from '#ui/logo.tsx';
import { ThemeSwitch } from '#ui/theme-switch.tsx';
import type { Contact } from '../contact.ts';
import { SectionLink, sectionLinks } from './section-link.tsx';

const link =
  'inline-flex min-h-9 items-center rounded-xs text-sm touch:min-w-11 text-muted transition hover:text-fg touch:min-h-11';

export function Footer({ siteName, contact }: { siteName: string; contact: Contact | null }) {
  return (
    <footer className="bg-surface/60 shadow-[0_-1px_0_var(--color-line)]">
      <div className="page-edge grid grid-cols-2 gap-x-4 gap-y-10 py-12 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="max-sm:col-span-full">
          <Logo name={siteName} />
          <p className="mt-4 max-w-xs text-sm text-muted">
            Vinhetas, trilhas, efeitos sonoros e programetes para o rádio brasileiro.
          </p>
          {contact ? (
            <a href={contact.telUrl} className={`${link} mt-2 tabular-nums`}>
              {contact.display}
            </a>
          ) : null}
        </div>
        <nav aria-label="Rodapé">
          <h2 className="font-sans text-sm font-semibold tracking-normal">Site</h2>
          <ul className="mt-2">
            {sectionLinks.map((place) => (
              <li key={place.to}>
                <SectionLink {...place} className={link} />
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label="Conta">
          <h2 className="font-sans text-sm font-semibold tracking-normal">Conta</h2>
          <ul className="mt-2">
            <FootLink to="/auth">Entrar ou criar conta</FootLink>
            <FootLink to="/library">Biblioteca</FootLink>
            <FootLink to="/profile">Minha Conta</FootLink>
          </ul>
        </nav>
        <nav aria-label="Documentos">
          <h2 className="font-sans text-sm font-semibold tracking-normal">Documentos</h2>
          <ul className="mt-2">
            <FootLink to="/termos">Termos de uso</FootLink>
            <FootLink to="/privacidade">Privacidade</FootLink>
            <FootLink to="/licenca">Licença de uso do áudio</FootLink>
          </ul>
        </nav>
        <div className="flex items-center gap-3 text-sm text-muted col-span-full">
          <p>© {siteName}</p>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}

function FootLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to} className={link}>
        {children}
      </Link>
    </li>
  );
}
