import MessageCircle from 'lucide-react/icons/message-circle';
import type { Contact } from '../contact.ts';

/** The floating chat button; on a phone only after the first screen, where it would cover the samples. */
export function ContactButton({ contact }: { contact: Contact }) {
  return (
    <a
      href={contact.chatUrl}
      target="_blank"
      rel="noopener noreferrer"
      className="after-first-screen fixed right-4 bottom-[calc(1rem+var(--player-dock,0px))] z-30 inline-flex h-14 items-center gap-2.5 rounded-full bg-success px-4 font-semibold text-on-success shadow-lg transition hover:brightness-110 active:scale-95 2xl:right-6 2xl:bottom-[calc(1.5rem+var(--player-dock,0px))] 2xl:px-5"
    >
      <MessageCircle className="size-6" aria-hidden="true" />
      <span className="sr-only 2xl:not-sr-only">Fale no WhatsApp</span>
    </a>
  );
}
