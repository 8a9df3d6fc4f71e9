import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network that a request comes from, for limits and the audit: an IPv4 address as it is, of an IPv6 address the
 * first 64 bits, since whoever has one address of such a network has them all. What is no address (a proxy may pass
 * on anything) counts as one network, 'unknown'.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare;
  if (isIPv4(mapped)) return mapped;
  if (!isIPv6(bare)) return 'unknown';
  // URL writes it in one form, without dotted parts.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const groups = (part = '') => (part === '' ? [] : part.split(':'));
  const first = groups(head);
  const zeros = tail === undefined ? [] : Array<string>(8 - first.length - groups(tail).length).fill('0');
  return `${[...first, ...zeros, ...groups(tail)].slice(0, 4).join(':')}::/64`;
}
