import MessageCircle from 'lucide-react/icons/message-circle';
import { buttonLook } from '#ui/button.tsx';
import type { Contact } from '../contact.ts';
import { SectionLink } from './section-link.tsx';

interface ContactBarProps {
  contact: Contact | null;
  /** Lowest monthly price, formatted, and its plan. */
  from: { price: string; plan: string };
}

/**
 * The price, the chat and the plans, at the foot of the window after the first screen, which has them itself; only the
 * chat is there at once on wide screens. It has its own place at the end of the page, so that it covers nothing there.
 */
export function ContactBar({ contact, from }: ContactBarProps) {
  return (
    <div
      data-bar="contact"
      className="max-md:after-first-screen pointer-events-none sticky bottom-(--player-dock,0px) isolate z-30 [&_a]:pointer-events-auto"
    >
      <div className="after-first-screen absolute inset-0 -z-10 bg-ink shadow-[0_-1px_0_var(--color-line)]" />
      <div className="page-edge flex h-16 items-center gap-2 sm:gap-3">
        <p className="after-first-screen mr-auto text-xs leading-snug text-muted sm:text-sm">
          <span className="max-sm:sr-only">A partir de </span>
          <strong className="font-semibold whitespace-nowrap text-fg">{from.price} por mês</strong>
          <span className="max-sm:block"> no {from.plan}</span>
        </p>
        <SectionLink
          to="/#planos"
          label="Ver planos"
          className={buttonLook({ variant: 'primary', size: 'sm' }, 'after-first-screen max-sm:hidden')}
        />
        {contact ? (
          <a
            href={contact.chatUrl}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonLook({ size: 'sm' })}
          >
            <MessageCircle className="size-4 text-success" aria-hidden="true" />
            <span>
              <span className="max-sm:sr-only">Fale no </span>WhatsApp
            </span>
          </a>
        ) : null}
      </div>
    </div>
  );
}
