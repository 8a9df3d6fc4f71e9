import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network from which a request comes, for limits and the audit: an IPv4 address unchanged; for an IPv6 address, its
 * first 64 bits, because one client usually controls all addresses with that prefix. Anything else (a proxy may pass on
 * any text) counts as one network, 'unknown'; so does a client that has closed its connection, which has no address.
 */
export function networkOf(ip: string | undefined): string {
  const [bare = ''] = ip?.split('%') ?? [];
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare;
  if (isIPv4(mapped)) return mapped;
  if (!isIPv6(bare)) return 'unknown';
  // URL normalises the address, without dotted parts.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const groups = (part = '') => (part === '' ? [] : part.split(':'));
  const first = groups(head);
  const zeros = tail === undefined ? [] : Array<string>(8 - first.length - groups(tail).length).fill('0');
  return `${[...first, ...zeros, ...groups(tail)].slice(0, 4).join(':')}::/64`;
}
