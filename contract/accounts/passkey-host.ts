import { parseUrl } from '../values/urls.ts';

/**
 * The host name to which browsers bind passkeys, for an academy at `publicUrl`. Undefined where browsers support no
 * passkeys: at an IP address, and without https on any host except localhost.
 */
export function passkeyHost(publicUrl: string): string | undefined {
  const url = parseUrl(publicUrl);
  if (!url) return undefined;
  // URL normalises an IPv4 address to four numbers, and puts an IPv6 address in brackets
  const { hostname, protocol } = url;
  if (/^[\d.]+$|^\[/.test(hostname)) return undefined;
  return protocol === 'https:' || /(^|\.)localhost$/.test(hostname) ? hostname : undefined;
}
