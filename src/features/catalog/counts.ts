import { formatCount } from '#platform/format.ts';

/** `1 pacote`, `12 pacotes`. */
export const countPackages = (n: number): string => (n === 1 ? '1 pacote' : `${formatCount(n)} pacotes`);
