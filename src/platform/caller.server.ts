import { isIPv6 } from 'node:net';

/** The first four groups of an IPv6 address, which one household has to itself; any other text as it is. */
export function blockOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address.slice(0, 64);
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':').toLowerCase();
}

/**
 * Who asks for a place (`Turns`): the account, else the block of the client's address. @param headers with
 * `x-client-address`, which the server sets (server/client-address.ts)
 */
export const callerOf = (headers: Headers, user?: { userId: string } | null): string =>
  user?.userId ?? blockOf(headers.get('x-client-address') ?? 'unknown');
