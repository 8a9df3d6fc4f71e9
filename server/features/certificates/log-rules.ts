import { createHash } from 'node:crypto';
import { digestOf, hashOf } from '../../platform/chain/link.ts';
import { type LoggedKind, loggedFacts } from './certificate-log.ts';
import { moves, type Status } from './rules.ts';

/** A certificate as the register has it. */
export type Registered = Parameters<typeof loggedFacts>[1] & {
  logId: string;
  status: Status;
  revokedAt: Date | null;
  supersededAt: Date | null;
  /** Whether the log has the certificate that replaced this one, as of the same moment. */
  successorLogged: boolean;
  codeDigest: string | null;
  /** SHA-256 of its PDF; null before it is drawn. */
  pdfDigest: string | null;
  /** The digests that the audit recorded; null before the PDF is drawn, or if that was before they were recorded. */
  recordedPdf: string | null;
  recordedCode: string | null;
};

/** An entry of the log about a certificate, with the hash of the entry before it. */
export type Entry = {
  kind: string;
  at: Date;
  subject: string;
  salt: string | null;
  digest: string;
  sealIndex: number | null;
  sealHash: string | null;
  previousHash: string | null;
};

/** The status of a certificate after each kind of entry; a `record` changes none. */
const statusAfter: Record<Exclude<LoggedKind, 'record'>, { status: Status; from: readonly (Status | 'none')[] }> = {
  issue: { status: 'issued', from: ['none'] },
  correct: { status: 'issued', from: ['none'] },
  supersede: { status: 'superseded', from: ['none', ...moves.supersede.from] },
  revoke: { status: 'revoked', from: ['none', ...moves.revoke.from] },
};

const inWords: Record<Status | 'none', string> = {
  none: 'no issue of it',
  held: 'that it is on hold',
  issued: 'that it is in force',
  superseded: 'that it was replaced',
  revoked: 'that it was revoked',
};

const sameTime = (one: Date | null | undefined, other: Date | null | undefined) => one?.getTime() === other?.getTime();

/**
 * Returns the flaws of a certificate in the register, compared with its entries in the log: each entry is unchanged and
 * covers exactly what the certificate states, the entries lead to the status and the times that the register has, and
 * the PDF and its code are those that the audit recorded.
 *
 * @param entries in their order.
 */
export function flawsOf(certificate: Registered, entries: readonly Entry[]): string[] {
  const flaws = new Set(entries.flatMap((entry) => flawOfEntry(certificate, entry) ?? []));
  let status: Status | 'none' = 'none';
  for (const { kind } of entries) {
    if (kind === 'record') continue;
    const move = statusAfter[kind as keyof typeof statusAfter];
    if (!move.from.includes(status)) flaws.add(`its entry '${kind}' does not follow from those before it`);
    status = move.status;
  }
  // one on hold has no entry yet
  const logged = status === 'none' ? 'held' : status;
  if (logged !== certificate.status) {
    flaws.add(`the register says ${inWords[certificate.status]}, and the log has ${inWords[status]}`);
  } else {
    const lastOf = (kind: LoggedKind) => entries.findLast((entry) => entry.kind === kind)?.at;
    if (!sameTime(certificate.revokedAt, lastOf('revoke'))) flaws.add('the time of its revocation was changed');
    if (!sameTime(certificate.supersededAt, lastOf('supersede'))) flaws.add('the time of its replacement was changed');
    if (status === 'superseded' && !certificate.successorLogged) {
      flaws.add('the log has no certificate that replaced it at that time');
    }
  }
  const { recordedPdf, pdfDigest, recordedCode, codeDigest } = certificate;
  if (recordedPdf !== null && recordedPdf !== pdfDigest) flaws.add('its PDF is not the one that was drawn');
  if (recordedCode !== null && recordedCode !== codeDigest) flaws.add('its code is not the one that was drawn');
  return [...flaws];
}

function flawOfEntry(certificate: Registered, entry: Entry): string | undefined {
  const { kind, at, subject, salt, digest, sealIndex, sealHash, previousHash } = entry;
  if (subject !== certificate.logId) return 'its id in the log was changed';
  if (sealIndex !== null && previousHash !== null) {
    const link = { index: sealIndex, at, content: [kind, subject], digest };
    if (hashOf(link, previousHash) !== sealHash) return 'an entry was changed after it was chained';
  }
  if (salt === null) return wasNeverReadable(entry) ? undefined : 'the salt of an entry was removed';
  const forms = formsOf(kind as LoggedKind, certificate);
  if (forms.some((form) => digestOf(salt, form) === digest)) return undefined;
  return 'what it states is not what was logged';
}

/** What version 0.2 does not state of a certificate. */
const notIn02 = { approvedBy: '', approvalNumber: '' };

/**
 * The facts that an entry may cover. An instance of an earlier version does not know the columns that came later, so a
 * withdrawal that it wrote during an update lacks them; the entry of the issue has them.
 */
const formsOf = (kind: LoggedKind, certificate: Registered): object[] => [
  loggedFacts(kind, certificate),
  ...(kind === 'supersede' || kind === 'revoke'
    ? [
        loggedFacts(kind, { ...certificate, ...notIn02 }),
        loggedFacts(kind, { ...certificate, ...notIn02, heldTo: '', boundTo: '' }),
      ]
    : []),
];

/**
 * Entries made for certificates older than the log have no facts: their digest is that of their id (migration 0021).
 */
const wasNeverReadable = ({ kind, subject, digest }: Entry) =>
  kind === 'issue' && digest === createHash('sha256').update(subject).digest('hex');
