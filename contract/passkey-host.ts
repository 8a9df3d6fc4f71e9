/**
 * The host name that browsers bind passkeys to, for an academy that people come to at `publicUrl`; undefined where
 * browsers offer none: at an IP address, and without https on any host but this machine's own.
 */
export function passkeyHost(publicUrl: string): string | undefined {
  if (!URL.canParse(publicUrl)) return undefined;
  // URL writes an IPv4 address as four numbers, however it was spelled, and an IPv6 address in brackets
  const { hostname, protocol } = new URL(publicUrl);
  if (/^[\d.]+$|^\[/.test(hostname)) return undefined;
  return protocol === 'https:' || /(^|\.)localhost$/.test(hostname) ? hostname : undefined;
}
