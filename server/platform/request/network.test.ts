import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:42:a:b:c:d', '2001:db8:0:42::/64'],
  ['2001:db8:0:42::1', '2001:db8:0:42::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['', 'unknown'],
  [undefined, 'unknown'],
  ['203.0.113.700', 'unknown'],
  ['<script>', 'unknown'],
  ['a'.repeat(9000), 'unknown'],
])('the network of %j is %j', (ip, network) => expect(networkOf(ip)).toBe(network));
