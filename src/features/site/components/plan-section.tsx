import Mic from 'lucide-react/icons/mic';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { ReactNode } from 'react';
import { buttonLook } from '#ui/button.tsx';
import type { Contact } from '../contact.ts';
import { PlanCards, type PlanOffer } from './plan-cards.tsx';
import { SectionHead, sectionLook } from './section-head.tsx';

interface PlanSectionProps {
  title: string;
  subtitle: string;
  offers: PlanOffer[];
  mode: 'buy' | 'sign-in' | 'manage';
  /** The page of a purchase that was begun without scripts. */
  checkoutUrl?: string | null;
  contact: Contact | null;
}

/** Plans, guarantee, and recorded spots (anchor `planos`). */
export function PlanSection({ title, subtitle, offers, mode, checkoutUrl, contact }: PlanSectionProps) {
  return (
    <section id="planos" aria-labelledby="planos-titulo" className={sectionLook}>
      <SectionHead id="planos-titulo" title={title} lead={subtitle} className="mx-auto text-center" />
      {checkoutUrl ? (
        <p className="mt-10 text-center">
          <a href={checkoutUrl} className={buttonLook({ size: 'lg' })}>
            Continuar para o pagamento
          </a>
        </p>
      ) : null}
      <div className="mt-10 md:mt-14">
        <PlanCards offers={offers} mode={mode} />
      </div>
      <div className="mt-5 grid gap-5 lg:grid-cols-2">
        <Pledge icon={<ShieldCheck />} title="Garantia de 7 dias">
          <p>
            Se não servir para a sua rádio, peça o cancelamento em até 7 dias e devolvemos todo o valor pago.
          </p>
        </Pledge>
        <Pledge icon={<Mic />} title="Spot gravado por R$ 15">
          <p>
            Comercial de até 40 segundos, na voz de um locutor de verdade. Mande o texto e combine a gravação.
          </p>
          {contact ? (
            <a
              href={contact.spotUrl}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonLook({ size: 'sm' }, 'mt-4')}
            >
              Encomendar spot pelo WhatsApp
            </a>
          ) : null}
        </Pledge>
      </div>
    </section>
  );
}

function Pledge({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-5 gap-y-3 rounded-lg sm:grid-cols-[auto_1fr] bg-surface p-6 shadow-md sm:p-8">
      <span aria-hidden="true" className="text-accent [&_svg]:size-8">
        {icon}
      </span>
      <div>
        <h3 className="text-lg">{title}</h3>
        <div className="mt-2 text-muted">{children}</div>
      </div>
    </div>
  );
}
