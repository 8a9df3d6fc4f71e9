import { generateKeyPairSync, sign } from 'node:crypto';
import type { AcademyKeys, Withdrawals } from '@fairlead/contract/certificates/calls';
import { signedWithdrawals } from '@fairlead/contract/certificates/withdrawals';
import {
  type Credential,
  digestOfCode,
  digestOfNumber,
  readCredential,
  type SignedFacts,
  writeCredential,
} from '@fairlead/contract/proofs/credential';
import { expect, test, vi } from 'vitest';
import { checkCode, type Sources } from './check-code.ts';
import type { RegisteredCertificate } from './wire.ts';

const pair = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const asOf = '2026-11-20T06:30:00.000Z';
const facts: SignedFacts = {
  number: 'FMA-2026-7K3PW9QX2MTHA',
  name: 'Asha Nair',
  courseTitle: 'Survival Craft',
  issuedOn: '2026-11-20',
  expiresOn: '2031-11-19',
  cdcNumber: 'MUM 284391',
  indosNumber: '21GL4839',
  gradeNumber: 'II/4',
  signedAt: Date.parse(asOf) / 1000,
};
const entry = { ...facts, status: 'issued' } as unknown as RegisteredCertificate;
const keys: AcademyKeys = {
  asOf,
  keys: [
    {
      id: 'AAECAwQFBgc',
      key: String(pair.publicKey.export({ format: 'jwk' }).x),
      validFrom: '2026-11-01T00:00:00.000Z',
      validUntil: '2026-12-01T00:00:00.000Z',
    },
  ],
};
const code = (changes: Partial<SignedFacts> = {}, { privateKey } = pair, id = 'AAECAwQFBgc') =>
  writeCredential({ ...facts, ...changes }, id, (message) => sign(null, message, privateKey));
const nextUpdate = '2026-11-27T06:30:00.000Z';
/** A list of withdrawals as the academy signs it. */
function listOf(withdrawn: Withdrawals['withdrawn'], changes: Partial<Withdrawals> = {}): Withdrawals {
  const list = { asOf, nextUpdate, withdrawn, ...changes };
  const signed = (version: 1 | 2) =>
    sign(null, signedWithdrawals(list, version), pair.privateKey).toString('base64url');
  return { keyId: 'AAECAwQFBgc', signature: signed(1), signature2: signed(2), ...list };
}
const sources = (changes: Partial<Sources> = {}): Sources => ({
  keys: async () => keys,
  withdrawals: async () => listOf([]),
  register: async () => entry,
  today: '2026-11-20',
  now: new Date('2026-11-20T12:00:00Z'),
  ...changes,
});
const offline = (changes: Partial<Sources> = {}) => sources({ register: async () => undefined, ...changes });
async function withdrawn(kind: 'revoked' | 'superseded', of: 'code' | 'number' = 'code') {
  const credential = readCredential(code()) as Credential;
  const digest = of === 'code' ? await digestOfCode(credential) : await digestOfNumber(facts.number);
  return listOf([{ digest, of, kind, on: '2026-11-21', entry: 4, index: 3 }]);
}

test('with a network the register answers, and receives only the number', async () => {
  const register = vi.fn(async () => entry);
  expect(await checkCode(code(), sources({ register }))).toEqual({ verdict: 'registered', certificate: entry });
  expect(register.mock.calls).toEqual([[facts.number]]);
});

// shows: threats/register-changed-directly
test('a certificate that the log contradicts is not confirmed, although its signature is valid', async () => {
  const register = async () => 'disputed' as const;
  expect(await checkCode(code(), sources({ register }))).toEqual({ verdict: 'disputed' });
});

test('without a network the signature answers, with the last known list', async () => {
  expect(await checkCode(code(), offline())).toEqual({
    verdict: 'signed',
    facts,
    signedState: { state: 'valid' },
    seen: asOf,
  });
});

test.each(['revoked', 'superseded'] as const)(
  'without a network a %s certificate is known from the list',
  async (kind) => {
    const answer = await checkCode(code(), offline({ withdrawals: () => withdrawn(kind) }));
    expect(answer).toMatchObject({ verdict: 'signed', signedState: { state: kind, on: '2026-11-21' } });
  },
);

test('a list of version 1, which the device has kept, still answers', async () => {
  const { signature2: _, ...kept } = await withdrawn('revoked');
  const rows = kept.withdrawn.map(({ index: __, ...row }) => row);
  const withdrawals = async () => ({ ...kept, withdrawn: rows });
  expect(await checkCode(code(), offline({ withdrawals }))).toMatchObject({ signedState: { state: 'revoked' } });
});

test('a certificate whose code the academy has not recorded is found in the list by its number', async () => {
  const answer = await checkCode(code(), offline({ withdrawals: () => withdrawn('revoked', 'number') }));
  expect(answer).toMatchObject({ signedState: { state: 'revoked' } });
});

test.each([
  ['is older than the certificate', { asOf: '2026-11-20T06:29:59.000Z' }],
  ['should have been replaced by a newer one', { nextUpdate: '2026-11-20T11:59:59.000Z' }],
])('a certificate is not called genuine by a list that %s', async (_, changes) => {
  const withdrawals = async () => listOf([], changes);
  expect(await checkCode(code(), offline({ withdrawals }))).toMatchObject({ signedState: { state: 'unsure' } });
  const over = await checkCode(code(), offline({ withdrawals, today: '2031-11-20' }));
  expect(over).toMatchObject({ signedState: { state: 'expired' } });
});

// shows: threats/register-changed-directly
test('a list that the academy did not sign decides nothing', async () => {
  const cut = { ...(await withdrawn('revoked')), withdrawn: [] };
  const later = { ...listOf([]), nextUpdate: '2099-01-01T00:00:00.000Z' };
  const foreign = { ...listOf([]), keyId: 'c3RyYW5nZXI' };
  const old = { asOf, withdrawn: [] } as unknown as Withdrawals;
  // with a key that was replaced, as one that was stolen is
  const afterItsKey = listOf([], { asOf: '2026-12-02T00:00:00.000Z', nextUpdate: '2099-01-01T00:00:00.000Z' });
  // the signature of version 1 is none of version 2
  const mixed = { ...listOf([]), signature2: listOf([]).signature };
  for (const list of [cut, later, foreign, old, afterItsKey, mixed]) {
    expect(await checkCode(code(), offline({ withdrawals: async () => list }))).toEqual({ verdict: 'unprepared' });
  }
});

test('a certificate is valid to the end of its last day', async () => {
  const withdrawals = async () => listOf([], { nextUpdate: '2099-12-31T00:00:00.000Z' });
  const on = async (today: string) => checkCode(code(), offline({ today, withdrawals }));
  expect(await on('2031-11-19')).toMatchObject({ signedState: { state: 'valid' } });
  expect(await on('2031-11-20')).toMatchObject({ signedState: { state: 'expired' } });
  expect(await checkCode(code({ expiresOn: null }), offline({ today: '2099-01-01' }))).toMatchObject({
    signedState: { state: 'valid' },
  });
});

test('a code changed after it was signed is altered, with and without a network', async () => {
  const changed = code({}, stranger);
  expect(await checkCode(changed, sources())).toEqual({ verdict: 'altered' });
  expect(await checkCode(changed, offline())).toEqual({ verdict: 'altered' });
});

test('a code not signed by the academy has an unknown key', async () => {
  expect(await checkCode(code({}, stranger, 'c3RyYW5nZXI'), offline())).toEqual({ verdict: 'unknown-key', seen: asOf });
});

test.each([
  ['before its key began', { signedAt: Date.parse('2026-10-31T23:00:00Z') / 1000 }],
  ['after its key ended', { signedAt: Date.parse('2026-12-01T01:00:00Z') / 1000 }],
])('a code dated %s is forged', async (_, changes) => {
  expect(await checkCode(code(changes), offline())).toEqual({ verdict: 'forged', deniedBy: 'time' });
});

test.each([
  ['does not know the number', null],
  ['has another name', { ...entry, name: 'Somebody Else' }],
  ['has another day of issue', { ...entry, issuedOn: '2026-11-19' }],
  ['has another end', { ...entry, expiresOn: null }],
])('a code with a valid signature is forged if the register %s', async (_, registered) => {
  const answer = await checkCode(code(), sources({ register: async () => registered }));
  expect(answer).toEqual({ verdict: 'forged', deniedBy: 'register' });
});

test('a name that was cut for the code still matches the register', async () => {
  const answer = await checkCode(code({ name: 'Asha N…' }), sources());
  expect(answer.verdict).toBe('registered');
  expect((await checkCode(code({ name: 'Asha M…' }), sources())).verdict).toBe('forged');
});

test('a device without the academy’s keys or lists claims nothing, and sends nothing that it cannot read', async () => {
  const nowhere = async () => undefined;
  expect(await checkCode(code(), offline({ keys: nowhere }))).toEqual({ verdict: 'unprepared' });
  expect(await checkCode(code(), offline({ withdrawals: nowhere }))).toEqual({ verdict: 'unprepared' });
  const asked = vi.fn(nowhere);
  const silent = sources({ keys: asked, withdrawals: asked, register: asked });
  expect(await checkCode('A'.repeat(10_000_000), silent)).toEqual({ verdict: 'unreadable' });
  expect(asked).not.toHaveBeenCalled();
});
