import type { DeskTrack, Mark } from './model.ts';

const several = (amount: number, one: string, more: string) => `${amount} ${amount === 1 ? one : more}`;

/** A length as it is said: '1 minuto e 5 segundos'. */
function spokenLength(durationMs: number | null): string {
  if (durationMs === null) return 'duração desconhecida';
  const whole = Math.max(1, Math.round(durationMs / 1000));
  const minutes = Math.floor(whole / 60);
  const parts = [
    minutes > 0 ? several(minutes, 'minuto', 'minutos') : [],
    whole % 60 > 0 ? several(whole % 60, 'segundo', 'segundos') : [],
  ].flat();
  return parts.join(' e ');
}

/** What a screen reader says of a row: name, length, marks, package. */
export const spokenTrack = (
  { name, durationMs, packageTitle }: DeskTrack,
  mark: Mark | null,
  isSaved: boolean,
): string =>
  [
    name,
    spokenLength(durationMs),
    mark ? `marca ${mark}` : [],
    isSaved ? 'nos favoritos' : [],
    `pacote ${packageTitle}`,
  ]
    .flat()
    .join(', ');
