import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testAuthority } from '../testing/test-authority.ts';
import { checkChain } from './certificate-chain.ts';
import { requestPem, signRequest } from './certificate-request.ts';

const host = 'ship-9074729.academy.example';
const other = 'ship-9321483.academy.example';
const day = 86_400_000;
const now = new Date('2026-11-20T06:30:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * day);
const life = { from: inDays(-300), until: inDays(3000) };
const lasting = { from: inDays(-1), until: inDays(89) };

const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'fairlead-authority-'))));
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));
const [ours, theirs] = await Promise.all(folders.map((folder) => testAuthority(folder, life)));
if (!ours || !theirs) throw new Error('no authority');
const { root, intermediate, issue } = ours;

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const boxKey = newKey();
const { key } = signRequest(boxKey, host);
const requestOf = (privateKey: KeyObject, of: string) => requestPem(signRequest(privateKey, of), of) ?? '';
const leaf = await issue(requestOf(boxKey, host), lasting);
const refusal = (pem: string) => {
  try {
    checkChain(pem, { host, key, now });
    return undefined;
  } catch (error) {
    return String(error);
  }
};

test('a chain of the computer’s own certificate and its issuers is taken, whatever stands between them', () => {
  const until = lasting.until;
  expect(checkChain(`${leaf}${intermediate}`, { host, key, now })).toEqual({ pem: leaf + intermediate, until });
  expect(refusal(`subject=CN = ${host}\n${leaf}\nissuer=\n${intermediate}${root}`)).toBeUndefined();
});

test('a chain that browsers would refuse is refused with a sentence', async () => {
  const made = (of: KeyObject, name: string, how = {}) => issue(requestOf(of, name), { ...lasting, ...how });
  const from = async (leafOf: Promise<string>) => refusal((await leafOf) + intermediate);
  expect(await from(made(newKey(), host))).toMatch(/not for the key of this ship/);
  expect(await from(made(boxKey, other))).toMatch(/not for ship-9074729/);
  expect(await from(made(boxKey, '*.academy.example'))).toMatch(/not for ship-9074729/);
  expect(await from(made(boxKey, host, { as: 'client' }))).toMatch(/not one for a web server/);
  expect(await from(made(boxKey, host, { as: 'authority' }))).toMatch(/not one for a web server/);
  expect(await from(made(boxKey, host, { from: inDays(-90), until: inDays(-1) }))).toMatch(/1 of 2 has ended/);
  expect(await from(made(boxKey, host, { from: inDays(1) }))).toMatch(/1 of 2 is not valid yet/);
  expect(refusal(intermediate + leaf)).toMatch(/not for the key of this ship/);
  expect(refusal(leaf + root + intermediate)).toMatch(/2 of 3 is not the issuer/);
  expect(refusal(leaf + theirs.intermediate)).toMatch(/2 of 2 is not the issuer/);
  expect(refusal(leaf + leaf)).toMatch(/2 of 2 is not the issuer/);
  expect(refusal('')).toMatch(/no certificate/);
  expect(refusal('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')).toMatch(/cannot be read/);
  expect(refusal(leaf + intermediate.repeat(6))).toMatch(/too many/);
  expect(refusal(leaf + intermediate + 'x'.repeat(40_000))).toMatch(/too large/);
});

test('of a chain, the certificate that ends first says until when it is valid', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-authority-'));
  folders.push(folder);
  const short = await testAuthority(folder, { from: inDays(-1), until: inDays(20) });
  const own = await short.issue(requestOf(boxKey, host), lasting);
  expect(checkChain(own + short.intermediate, { host, key, now }).until).toEqual(inDays(20));
});

test('a request names the host that it was signed for, and no other', () => {
  const signed = signRequest(boxKey, host);
  expect(requestPem(signed, host)).toMatch(/^-----BEGIN CERTIFICATE REQUEST-----\n[\w+/=\n]+-----END/);
  expect(requestPem(signed, other)).toBeUndefined();
  expect(requestPem(signed, 'academy.example')).toBeUndefined();
  expect(requestPem({ ...signed, key: signRequest(newKey(), host).key }, host)).toBeUndefined();
  expect(requestPem({ ...signed, key: 'AAAA' }, host)).toBeUndefined();
  expect(requestPem({ ...signed, signature: '' }, host)).toBeUndefined();
});
