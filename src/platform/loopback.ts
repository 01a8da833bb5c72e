const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?|\[?::ffff:127(\.\d+){3}\]?)$/i;

/** Whether a host name or an address is this machine's own. */
export const isLoopback = (host: string): boolean => loopback.test(host);

/** Whether an address of the site is reached from this machine only. */
export const isLocalSite = (publicUrl: string): boolean => isLoopback(new URL(publicUrl).hostname);

/** Headers that proxies and tunnels add. */
const forwarding =
  /^(forwarded|via|true-client-ip|fastly-client-ip|x-real-ip|x-client-ip|(x-forwarded|x-original|cf)-.+)$/i;

/**
 * Whether a person or program of this machine asks: the socket and the host are its own, and no proxy has passed it on.
 * @param headers with `x-client-address`, which the server sets (server/client-address.ts)
 */
export function isFromThisMachine(headers: Headers): boolean {
  if ([...headers.keys()].some((name) => forwarding.test(name))) return false;
  const asked = URL.parse(`http://${headers.get('host') ?? ''}`)?.hostname ?? '';
  return isLoopback(asked) && isLoopback(headers.get('x-client-address') ?? '');
}
