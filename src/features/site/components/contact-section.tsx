import MessageCircle from 'lucide-react/icons/message-circle';
import { buttonLook } from '#ui/button.tsx';
import type { Contact } from '../contact.ts';
import { drawnWave } from '../wave.ts';
import { SectionLink } from './section-link.tsx';
import { WaveShape } from './wave-shape.tsx';

const closing = drawnWave('entre no ar', 190);

export function ContactSection({ contact }: { contact: Contact | null }) {
  return (
    <section aria-labelledby="contato" className="page-edge pb-16 md:pb-24">
      <div
        data-theme="dark"
        className="relative isolate overflow-hidden rounded-lg bg-surface bg-[radial-gradient(circle_at_80%_120%,#ffb0203d,transparent_55%)] px-6 py-14 text-center text-fg shadow-lg sm:px-12 md:py-20"
      >
        <WaveShape
          wave={closing}
          fit="cut"
          className="absolute inset-x-0 bottom-0 -z-10 h-full w-full text-fg/6 [mask-image:radial-gradient(closest-side,transparent_30%,#000)]"
        />
        <h2 id="contato" className="mx-auto max-w-2xl text-3xl md:text-5xl">
          A próxima virada de hora pode ter o nome da sua rádio
        </h2>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <SectionLink
            to="/#planos"
            label="Escolher um plano"
            className={buttonLook({ variant: 'primary', size: 'lg' })}
          />
          {contact ? (
            <a
              href={contact.chatUrl}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonLook({ size: 'lg' })}
            >
              <MessageCircle className="size-5" aria-hidden="true" />
              Falar no WhatsApp
            </a>
          ) : null}
        </div>
        {contact ? (
          <p className="mt-6 text-muted">
            Prefere ligar?{' '}
            <a
              href={contact.telUrl}
              className="inline-block rounded-xs px-1 py-2.5 font-semibold whitespace-nowrap text-fg tabular-nums underline decoration-fg/30 underline-offset-4 hover:decoration-current"
            >
              {contact.display}
            </a>
          </p>
        ) : null}
      </div>
    </section>
  );
}
