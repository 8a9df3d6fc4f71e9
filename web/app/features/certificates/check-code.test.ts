import { generateKeyPairSync, sign } from 'node:crypto';
import type { AcademyKeys, Withdrawals } from '@fairlead/contract/certificates';
import { digestOfNumber, type SignedFacts, writeCredential } from '@fairlead/contract/credential';
import { expect, test, vi } from 'vitest';
import { checkCode, type Sources } from './check-code.ts';
import type { Certificate } from './wire.ts';

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
const entry = { ...facts, status: 'issued' } as unknown as Certificate;
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
const none: Withdrawals = { asOf, withdrawn: [] };
const code = (changes: Partial<SignedFacts> = {}, { privateKey } = pair, id = 'AAECAwQFBgc') =>
  writeCredential({ ...facts, ...changes }, id, (message) => sign(null, message, privateKey));
const sources = (changes: Partial<Sources> = {}): Sources => ({
  keys: async () => keys,
  withdrawals: async () => none,
  register: async () => entry,
  today: '2026-11-20',
  ...changes,
});
const offline = (changes: Partial<Sources> = {}) => sources({ register: async () => undefined, ...changes });
const withdrawn = async (kind: 'revoked' | 'superseded') => ({
  asOf,
  withdrawn: [{ digest: await digestOfNumber(facts.number), kind, on: '2026-11-21' }],
});

test('with a network the register answers, and receives only the number', async () => {
  const register = vi.fn(async () => entry);
  expect(await checkCode(code(), sources({ register }))).toEqual({ verdict: 'registered', certificate: entry });
  expect(register.mock.calls).toEqual([[facts.number]]);
});

test('without a network the signature answers, with the last known list', async () => {
  expect(await checkCode(code(), offline())).toEqual({
    verdict: 'signed',
    facts,
    standing: { state: 'valid' },
    seen: asOf,
  });
});

test.each(['revoked', 'superseded'] as const)(
  'without a network a %s certificate is known from the list',
  async (kind) => {
    const answer = await checkCode(code(), offline({ withdrawals: () => withdrawn(kind) }));
    expect(answer).toMatchObject({ verdict: 'signed', standing: { state: kind, on: '2026-11-21' } });
  },
);

test('a certificate is valid to the end of its last day', async () => {
  const on = async (today: string) => checkCode(code(), offline({ today }));
  expect(await on('2031-11-19')).toMatchObject({ standing: { state: 'valid' } });
  expect(await on('2031-11-20')).toMatchObject({ standing: { state: 'expired' } });
  expect(await checkCode(code({ expiresOn: null }), offline({ today: '2099-01-01' }))).toMatchObject({
    standing: { state: 'valid' },
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
  expect(await checkCode(code(changes), offline())).toEqual({ verdict: 'forged' });
});

test.each([
  ['does not know the number', null],
  ['has another name', { ...entry, name: 'Somebody Else' }],
  ['has another day of issue', { ...entry, issuedOn: '2026-11-19' }],
  ['has another end', { ...entry, expiresOn: null }],
])('a code with a valid signature is forged if the register %s', async (_, registered) => {
  expect(await checkCode(code(), sources({ register: async () => registered }))).toEqual({ verdict: 'forged' });
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
  const silent = { keys: asked, withdrawals: asked, register: asked, today: '2026-11-20' };
  expect(await checkCode('A'.repeat(10_000_000), silent)).toEqual({ verdict: 'unreadable' });
  expect(asked).not.toHaveBeenCalled();
});
