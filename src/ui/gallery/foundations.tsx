import { Avatar } from '../avatar.tsx';
import { Card } from '../card.tsx';
import { Logo } from '../logo.tsx';
import { ThemeSwitch } from '../theme-switch.tsx';
import { Row, Section } from './section.tsx';

const colours = [
  'bg-sunken',
  'bg-ink',
  'bg-surface',
  'bg-raised',
  'bg-lifted',
  'bg-edge',
  'bg-muted',
  'bg-fg',
  'bg-accent',
  'bg-danger',
  'bg-success',
  'bg-hue-trilhas',
  'bg-hue-efeitos',
  'bg-hue-vinhetas',
  'bg-hue-programetes',
];

const sizes = ['text-6xl', 'text-5xl', 'text-3xl', 'text-2xl', 'text-lg', 'text-base', 'text-sm', 'text-xs'];

/** Brand, colours, type, planes. */
export function Foundations() {
  return (
    <>
      <Section title="Marca e tema">
        <Row>
          <Logo />
          <Logo markOnly />
          <ThemeSwitch />
          <Avatar name="Rádio Aurora" size="sm" />
          <Avatar name="Rádio Aurora" />
          <Avatar name="Rádio Aurora" size="lg" src="/demo-cover.webp" />
        </Row>
      </Section>
      <Section title="Cores">
        <div className="grid grid-cols-3 gap-3 sm:grid-cols-5">
          {colours.map((name) => (
            <div key={name} className="grid gap-1.5 text-xs text-muted">
              <div className={`h-14 rounded-md shadow-sm ${name}`} />
              {name.slice(3)}
            </div>
          ))}
        </div>
      </Section>
      <Section title="Letras">
        {sizes.map((size) => (
          <p key={size} className={`${size} font-display font-bold tracking-tight`}>
            No ar em um clique
          </p>
        ))}
        <p className="max-w-prose text-muted">
          Trilhas, efeitos sonoros, vinhetas e programetes prontos para a sua programação. Ouça, favorite e
          baixe: R$ 29,90 por mês, 0:30 de 2:00, 14,20 MB.
        </p>
      </Section>
      <Section title="Planos">
        <div className="grid gap-4 sm:grid-cols-3">
          <Card>Superfície</Card>
          <Card raised>Elevado</Card>
          <Card interactive>Responde ao ponteiro</Card>
        </div>
      </Section>
    </>
  );
}
