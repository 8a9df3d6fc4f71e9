import type { AcademyKeys, Withdrawals } from '@fairlead/contract/certificates';
import {
  type Credential,
  digestOfNumber,
  readCredential,
  type SignedFacts,
  wasInForce,
} from '@fairlead/contract/credential';
import { verifyAsync } from '@noble/ed25519';
import type { Certificate } from './wire.ts';

/** The outcome of the check of a code. */
export type CodeAnswer =
  /** The signature is valid and the register was reached; the register's answer counts. */
  | { verdict: 'registered'; certificate: Certificate }
  /** The signature is valid, but the register could not be reached. */
  | { verdict: 'signed'; facts: SignedFacts; standing: Standing; seen: string }
  /** The code was changed after it was signed, or the academy never issued it. */
  | { verdict: 'altered' | 'forged' }
  /** Signed with a key that is not in the academy's list of keys, as of `seen`. */
  | { verdict: 'unknown-key'; seen: string }
  | { verdict: 'unreadable' }
  /** No result: this device has never received the academy's keys, and cannot load them now. */
  | { verdict: 'unprepared' };

/** The status of a signed certificate by the list of withdrawals and today's date. */
export type Standing = { state: 'valid' | 'expired' } | { state: 'revoked' | 'superseded'; on: string };

/** The data sources of the check. A source that is neither reachable nor cached returns undefined. */
export type Sources = {
  keys: () => Promise<AcademyKeys | undefined>;
  withdrawals: () => Promise<Withdrawals | undefined>;
  /** The register's entry for a number: null when there is none. */
  register: (number: string) => Promise<Certificate | null | undefined>;
  /** Today in the academy's time zone, YYYY-MM-DD. */
  today: string;
};

/**
 * Checks the code of a certificate: the signature on this device, then, when there is a network, the number in the
 * register. Only the number is sent.
 */
export async function checkCode(code: string, sources: Sources): Promise<CodeAnswer> {
  const credential = readCredential(code);
  if (!credential) return { verdict: 'unreadable' };
  const known = await sources.keys();
  if (!known) return { verdict: 'unprepared' };
  const key = known.keys.find(({ id }) => id === credential.keyId);
  if (!key) return { verdict: 'unknown-key', seen: known.asOf };
  if (!(await isSigned(credential, key.key))) return { verdict: 'altered' };
  const { facts } = credential;
  const period = { validFrom: new Date(key.validFrom), validUntil: key.validUntil ? new Date(key.validUntil) : null };
  if (!wasInForce(period, facts.signedAt)) return { verdict: 'forged' };
  const certificate = await sources.register(facts.number);
  if (certificate === undefined) return withoutRegister(facts, sources);
  return certificate && isSame(facts, certificate) ? { verdict: 'registered', certificate } : { verdict: 'forged' };
}

async function withoutRegister(facts: SignedFacts, { withdrawals, today }: Sources): Promise<CodeAnswer> {
  const list = await withdrawals();
  if (!list) return { verdict: 'unprepared' };
  const withdrawal = await findWithdrawal(list, facts.number);
  const isOver = facts.expiresOn !== null && facts.expiresOn < today;
  const standing: Standing = withdrawal
    ? { state: withdrawal.kind, on: withdrawal.on }
    : { state: isOver ? 'expired' : 'valid' };
  return { verdict: 'signed', facts, standing, seen: list.asOf };
}

/** Whether and when the certificate with a number was withdrawn. @param number as it is printed. */
async function findWithdrawal({ withdrawn }: Withdrawals, number: string) {
  const digest = await digestOfNumber(number);
  return withdrawn.find((one) => one.digest === digest);
}

const bytesOf = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));

const isSigned = ({ signature, signed }: Credential, key: string): Promise<boolean> =>
  verifyAsync(signature, signed, bytesOf(key), { zip215: false });

/**
 * Whether the code belongs to this entry of the register: its texts may be truncated in the code, its dates and number
 * are not.
 */
const isSame = (facts: SignedFacts, { number, name, issuedOn, expiresOn }: Certificate): boolean =>
  facts.number === number &&
  facts.issuedOn === issuedOn &&
  facts.expiresOn === expiresOn &&
  beginsAlike(facts.name, name.normalize('NFC'));

const beginsAlike = (signed: string, name: string): boolean =>
  signed.endsWith('…') ? name.startsWith(signed.slice(0, -1)) : signed === name;
