import { lazily } from './lazily.ts';
import { firstLetter } from './letters.ts';

const zone = 'America/Sao_Paulo';
const dayFormat = lazily(
  () =>
    new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: zone }),
);
const dateTimeFormat = lazily(
  () =>
    new Intl.DateTimeFormat('pt-BR', {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: zone,
    }),
);
const clockFormat = lazily(() => new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium', timeZone: zone }));
const moneyFormat = lazily(() => new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }));
const relativeFormat = lazily(() => new Intl.RelativeTimeFormat('pt-BR', { numeric: 'always' }));

/** `dd/mm/yyyy` on the Brazilian day. */
export const formatDate = (date: Date | string): string => dayFormat().format(new Date(date));

export const formatDateTime = (date: Date | string): string =>
  dateTimeFormat().format(new Date(date)).replace(',', '');

/** `14:05:09` in São Paulo, for what is over in minutes. */
export const formatClock = (date: Date): string => clockFormat().format(date);

/** `R$ 29,90` from centavos, with a plain space. */
export const formatMoney = (cents: number): string =>
  moneyFormat()
    .format(cents / 100)
    .replaceAll('\u00a0', ' ');

/** `1.234`, of a whole number; without `Intl`, whose start (lazily.ts) most pages need for this alone. */
export const formatCount = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, '.');

/** A decimal comma and no groups of thousands, also without `Intl`. */
const withComma = (n: number, decimals: number): string => n.toFixed(decimals).replace('.', ',');

/** A number with the decimals that it has and a comma: `1,5`, `98,5`, `30`. */
export const formatDecimal = (n: number): string => String(n).replace('.', ',');

/** A number with one decimal, a comma and a real minus sign: `−14,2`. */
export const formatTenths = (n: number): string => withComma(n, 1).replace('-', '\u2212');

/** Bytes as B, KB, MB or GB with two decimals and a comma, base 1024 (PKG-08, A-15). */
export function formatSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const unit = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log2(bytes) / 10) : 0);
  return `${withComma(bytes / 1024 ** unit, 2)} ${units[unit]}`;
}

/** Seconds as `m:ss`; unknown is `0:00` (PLY-11). */
export function formatTime(seconds: number | null | undefined): string {
  const whole = seconds && Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** `1 segundo`, `1,5 segundos`. */
export const countSeconds = (n: number): string => `${formatDecimal(n)} ${n === 1 ? 'segundo' : 'segundos'}`;

/** `1 faixa`, `12 faixas`. */
export const countTracks = (n: number): string => (n === 1 ? '1 faixa' : `${formatCount(n)} faixas`);

/** `há 5 minutos`, `em 2 dias`, `agora`. */
export function formatRelative(date: Date | string, now: Date): string {
  const seconds = Math.round((new Date(date).getTime() - now.getTime()) / 1000);
  const steps = [
    ['year', 31_536_000],
    ['month', 2_592_000],
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const;
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return relativeFormat().format(Math.trunc(seconds / size), unit);
  }
  return seconds === 0 ? 'agora' : relativeFormat().format(seconds, 'second');
}

/** Time to a deadline: `faltam 5 h`, `falta 1 min`, `atrasada há 3 dias`. */
export function formatDeadline(due: Date | string, now: Date): string {
  const minutes = Math.round((new Date(due).getTime() - now.getTime()) / 60_000);
  const left = Math.abs(minutes);
  const [n, unit] =
    left < 60
      ? [Math.max(1, left), 'min']
      : left < 48 * 60
        ? [Math.floor(left / 60), 'h']
        : [Math.floor(left / 1440), 'dias'];
  if (minutes < 0) return `atrasada há ${n} ${unit}`;
  return `${n === 1 ? 'falta' : 'faltam'} ${n} ${unit}`;
}

/** Initials of up to two words of a name; `U` when there is none (NAV-12). */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean).slice(0, 2);
  return words.map((word) => firstLetter(word).toLocaleUpperCase('pt-BR')).join('') || 'U';
}
