import { expect, test } from 'vitest';
import { passkeyHost } from './passkey-host.ts';

// Web Authentication level 3, 5.4.2: the effective domain of a secure origin; IP addresses are none.
test.each([
  ['https://academy.example/x', 'academy.example'],
  ['http://academy.example', undefined],
  ['http://localhost:3000', 'localhost'],
  ['http://a.localhost', 'a.localhost'],
  ['http://notlocalhost', undefined],
  ['https://192.0.2.1', undefined],
  ['https://[2001:db8::1]', undefined],
  ['not an address', undefined],
])('passkeys of %s are bound to %s', (url, host) => expect(passkeyHost(url)).toBe(host));
