import { generateKeyPairSync } from 'node:crypto';
import { readCredential } from '@fairlead/contract/proofs/credential';
import QRCode from 'qrcode';
import { expect, test } from 'vitest';
import { signedFactsUrl } from './sign-facts.ts';

const key = { ...generateKeyPairSync('ed25519'), id: 'AAECAwQFBgc', validFrom: new Date('2026-11-01T00:00:00Z') };
const facts = {
  number: 'FMA-2026-7K3PW9QX2MTHA',
  name: 'Asha Nair',
  courseTitle: 'Survival Craft and Rescue Boats',
  issuedOn: '2026-11-20',
  expiresOn: '2031-11-19',
  cdcNumber: 'MUM 284391',
  indosNumber: '21GL4839',
  gradeNumber: 'II/4',
};
const now = new Date('2026-11-20T06:30:00Z');
const signed = (changes: Partial<typeof facts>, at = now) => {
  const url = signedFactsUrl({ publicUrl: 'https://academy.example' }, { ...facts, ...changes }, key, at);
  return { url, facts: readCredential(new URL(url).hash.slice(1))?.facts };
};

test('the code contains the given facts and nothing more, whatever else is in the row', () => {
  const row = { ...facts, passportNumber: 'Z4839201', birthDate: '1994-03-07', email: 'asha@example.org' };
  expect(signed(row).facts).toEqual({ ...facts, signedAt: now.getTime() / 1000 });
});

test('long texts are cut between characters, so that the code can still be read from paper', () => {
  const name = 'श्रीमती राजलक्ष्मी वेंकटसुब्रमण्यम '.repeat(8);
  const { url, facts: short } = signed({ name, courseTitle: `Proficiency ${'in Survival Craft '.repeat(12)}` });
  expect(short?.name).toMatch(/…$/);
  expect(name.startsWith(short?.name.slice(0, -1) ?? '-')).toBe(true);
  expect(Buffer.byteLength(short?.name ?? '')).toBeLessThanOrEqual(120);
  expect(Buffer.byteLength(short?.courseTitle ?? '')).toBeLessThanOrEqual(120);
  const { modules } = QRCode.create(url, { errorCorrectionLevel: 'M' });
  // 48 mm on the sheet, with a white margin of four modules on each side.
  expect(48 / (modules.size + 8)).toBeGreaterThan(0.45);
});

test('a signature is never dated before its signing key, however clocks differ', () => {
  expect(signed({}, new Date('2026-10-31T23:00:00Z')).facts?.signedAt).toBe(key.validFrom.getTime() / 1000);
});
