import type { AcademyKeys, Withdrawals } from '@fairlead/contract/certificates/calls';
import { signedWithdrawals } from '@fairlead/contract/certificates/withdrawals';
import {
  type Credential,
  digestOfCode,
  digestOfNumber,
  readCredential,
  type SignedFacts,
  wasInForce,
} from '@fairlead/contract/proofs/credential';
import { verifyAsync } from '@noble/ed25519';
import type { Disputed, RegisteredCertificate } from './wire.ts';

/**
 * What denies that the academy issued something with a valid signature by one of its keys: the register, which has no
 * such certificate, or the time, at which the key was not in use.
 */
export type DeniedBy = 'register' | 'time';

/** The outcome of the check of a code. */
export type CodeAnswer =
  /** The signature is valid and the register was reached; the register's answer counts. */
  | { verdict: 'registered'; certificate: RegisteredCertificate }
  /** The signature is valid, but the academy's register and its log disagree. */
  | { verdict: 'disputed' }
  /** The signature is valid, but the register could not be reached. */
  | { verdict: 'signed'; facts: SignedFacts; signedState: SignedState; seen: string }
  /** The code was changed after it was signed. */
  | { verdict: 'altered' }
  /** The signature is valid, but the register has no such certificate, or the key was not in use at that time. */
  | { verdict: 'forged'; deniedBy: DeniedBy }
  /** Signed with a key that is not in the academy's list of keys, as of `seen`. */
  | { verdict: 'unknown-key'; seen: string }
  | { verdict: 'unreadable' }
  /** No result: this device has never received the academy's keys, and cannot load them now. */
  | { verdict: 'unprepared' };

/**
 * The status of a signed certificate by the list of withdrawals and today's date. `unsure`: the list is older than the
 * certificate, or out of date, so that it may have been withdrawn since.
 */
export type SignedState = { state: 'valid' | 'unsure' | 'expired' } | { state: 'revoked' | 'superseded'; on: string };

/** The data sources of the check. A source that is neither reachable nor cached returns undefined. */
export type Sources = {
  keys: () => Promise<AcademyKeys | undefined>;
  withdrawals: () => Promise<Withdrawals | undefined>;
  /** The register's entry for a number: null when there is none. */
  register: (number: string) => Promise<RegisteredCertificate | Disputed | null | undefined>;
  /** Today in the academy's time zone, YYYY-MM-DD. */
  today: string;
  now: Date;
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
  if (!wasInForce(periodOf(key), facts.signedAt)) return { verdict: 'forged', deniedBy: 'time' };
  const certificate = await sources.register(facts.number);
  if (certificate === undefined) return withoutRegister(credential, known, sources);
  if (certificate === 'disputed') return { verdict: 'disputed' };
  return certificate && isSame(facts, certificate)
    ? { verdict: 'registered', certificate }
    : { verdict: 'forged', deniedBy: 'register' };
}

async function withoutRegister(
  credential: Credential,
  known: AcademyKeys,
  { withdrawals, today, now }: Sources,
): Promise<CodeAnswer> {
  const { facts } = credential;
  const list = await withdrawals();
  if (!list || !(await isSignedList(list, known))) return { verdict: 'unprepared' };
  const withdrawal = await findWithdrawal(list, credential);
  const isOver = facts.expiresOn !== null && facts.expiresOn < today;
  const isOutdated = Date.parse(list.asOf) < facts.signedAt * 1000 || Date.parse(list.nextUpdate) < now.getTime();
  const state = isOutdated ? 'unsure' : 'valid';
  const signedState: SignedState = withdrawal
    ? { state: withdrawal.kind, on: withdrawal.on }
    : { state: isOver ? 'expired' : state };
  return { verdict: 'signed', facts, signedState, seen: list.asOf };
}

const periodOf = ({ validFrom, validUntil }: AcademyKeys['keys'][number]) => ({
  validFrom: new Date(validFrom),
  validUntil: validUntil === null ? null : new Date(validUntil),
});

/** Whether the academy signed the list, which this device may have kept for long, with a key of that time. */
async function isSignedList(list: Withdrawals, { keys }: AcademyKeys): Promise<boolean> {
  const key = keys.find(({ id }) => id === list.keyId);
  if (!key || !list.signature || !wasInForce(periodOf(key), Date.parse(list.asOf) / 1000)) return false;
  const [signature, version] =
    list.signature2 === undefined ? [list.signature, 1 as const] : [list.signature2, 2 as const];
  return verifyAsync(bytesOf(signature), signedWithdrawals(list, version), bytesOf(key.key), { zip215: false });
}

/** Whether and when a certificate was withdrawn. */
async function findWithdrawal({ withdrawn }: Withdrawals, credential: Credential) {
  const digests = { code: await digestOfCode(credential), number: await digestOfNumber(credential.facts.number) };
  return withdrawn.find(({ digest, of }) => digest === digests[of]);
}

const bytesOf = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));

const isSigned = ({ signature, signed }: Credential, key: string): Promise<boolean> =>
  verifyAsync(signature, signed, bytesOf(key), { zip215: false });

/** What a code, the register and the public log all state of a certificate. */
export type Stated = Pick<RegisteredCertificate, 'number' | 'name' | 'issuedOn' | 'expiresOn'>;

/**
 * Whether a code states what the register or the log does: its texts may be truncated in the code, its dates and number
 * are not.
 */
export const isSame = (facts: SignedFacts, { number, name, issuedOn, expiresOn }: Stated): boolean =>
  facts.number === number &&
  facts.issuedOn === issuedOn &&
  facts.expiresOn === expiresOn &&
  beginsAlike(facts.name, name.normalize('NFC'));

const beginsAlike = (signed: string, name: string): boolean =>
  signed.endsWith('…') ? name.startsWith(signed.slice(0, -1)) : signed === name;
