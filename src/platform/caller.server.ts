import { normalizeIP } from '@better-auth/core/utils/ip';

/** Whose calls and connections count together: an address of IPv4, or a network (/64) of IPv6. */
export const blockOf = (address: string): string => normalizeIP(address.slice(0, 64));

/**
 * Who asks for a place (`Turns`): the account, else the block of the client's address. @param headers with
 * `x-client-address`, which the server sets (server/client-address.ts)
 */
export const callerOf = (headers: Headers, user?: { userId: string } | null): string =>
  user?.userId ?? blockOf(headers.get('x-client-address') ?? 'unknown');
