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

/** What the check of a code came to. */
export type CodeAnswer =
  /** The signature is good and the register was asked; it is the register that speaks. */
  | { verdict: 'registered'; certificate: Certificate }
  /** The signature is good and the register could not be asked. */
  | { verdict: 'signed'; facts: SignedFacts; standing: Standing; seen: string }
  /** It is not the academy's word: changed after it was signed, or never issued. */
  | { verdict: 'altered' | 'forged' }
  /** Signed by a key that is none of the academy's, as the list of `seen` says. */
  | { verdict: 'unknown-key'; seen: string }
  | { verdict: 'unreadable' }
  /** Nothing can be said: this device has never had the academy's keys, and cannot get them now. */
  | { verdict: 'unprepared' };

/** How a signed certificate stands by the list of withdrawals and the calendar. */
export type Standing = { state: 'valid' | 'expired' } | { state: 'revoked' | 'superseded'; on: string };

/** Where the answers come from. Whatever cannot be reached and is not kept is undefined. */
export type Sources = {
  keys: () => Promise<AcademyKeys | undefined>;
  withdrawals: () => Promise<Withdrawals | undefined>;
  /** The register's entry under a number: null when there is none. */
  register: (number: string) => Promise<Certificate | null | undefined>;
  /** The academy's day, YYYY-MM-DD. */
  today: string;
};

/**
 * Checks the code of a certificate: the signature on this device, then, when there is a network, the number in the
 * register. Nothing but the number is given away.
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

/** Whether and when the certificate of a number was withdrawn. @param number as it is printed. */
async function findWithdrawal({ withdrawn }: Withdrawals, number: string) {
  const digest = await digestOfNumber(number);
  return withdrawn.find((one) => one.digest === digest);
}

const bytesOf = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));

const isSigned = ({ signature, signed }: Credential, key: string): Promise<boolean> =>
  verifyAsync(signature, signed, bytesOf(key), { zip215: false });

/** The code is about this very entry: its texts may be cut short there, its dates and number are not. */
const isSame = (facts: SignedFacts, { number, name, issuedOn, expiresOn }: Certificate): boolean =>
  facts.number === number &&
  facts.issuedOn === issuedOn &&
  facts.expiresOn === expiresOn &&
  beginsAlike(facts.name, name.normalize('NFC'));

const beginsAlike = (signed: string, name: string): boolean =>
  signed.endsWith('…') ? name.startsWith(signed.slice(0, -1)) : signed === name;
