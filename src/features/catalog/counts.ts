import { formatCount } from '#platform/format.ts';

export const countPackages = (n: number): string => (n === 1 ? '1 pacote' : `${formatCount(n)} pacotes`);
