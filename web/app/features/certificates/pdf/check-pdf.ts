import type { AcademyKeys } from '@fairlead/contract/certificates/calls';
import type { LogKeys } from '@fairlead/contract/certificates/public-log';
import { readCredential, type SignedFacts, wasInForce } from '@fairlead/contract/proofs/credential';
import { type CodeAnswer, checkCode, isSame, type Sources } from '../check-code.ts';
import type { LogEvidence } from '../check-proof.ts';
import { type Change, changesSince } from './changes.ts';
import { type CmsSignature, isSignedBy, readCertificate, readCms, type Signer } from './cms.ts';
import { BadCms, hexOf, isSameBytes } from './der.ts';
import { type ClaimedSignature, findSignatures } from './find-signatures.ts';
import { PdfFile } from './pdf-file.ts';
import { BadPdf, indexOfText } from './pdf-objects.ts';
import { readAppended } from './read-appended.ts';
import { attachedText, certifiedAt, linkedCodes } from './read-signed.ts';
import { certificateWith, digestOf } from './signed-data.ts';
import { checkTimeStamp, type TimeStamp } from './time-stamp.ts';

/** The outcome of the check of a PDF. */
export type PdfAnswer =
  /**
   * The academy signed the file as it is. What counts then is the code in it; the evidence is the proof of the public
   * log that the file carries, undefined where the log's keys are not known on this device.
   */
  | {
      verdict: 'signed';
      signer: Signer;
      signedAt: Date;
      code: CodeAnswer;
      evidence: LogEvidence | undefined;
      /** The time stamps in the file, in their order; none of them has any influence on the verdict. */
      timeStamps: TimeStamp[];
      /** Whether there are more of them, which were not checked. */
      hasMoreTimeStamps: boolean;
    }
  /** The academy signed the beginning of the file, and somebody appended something that changes it. */
  | { verdict: 'appended'; signer: Signer; changes: Change[] }
  /** The signature is not that of these bytes. */
  | { verdict: 'altered' }
  /** There is a signature, in a form that leaves part of the file open, or that cannot be read. */
  | { verdict: 'uncovered' }
  /** The signature is valid, and its certificate is none of the academy's, as of `seen`. */
  | { verdict: 'stranger'; signer: Signer; seen: string }
  /** Signed with a key of the academy, at a time when it did not sign with it. */
  | { verdict: 'out-of-time'; signer: Signer }
  /** The academy signed the file, and it is no certificate. */
  | { verdict: 'no-certificate'; signer: Signer }
  | { verdict: 'unsigned' | 'encrypted' | 'not-pdf' | 'too-large' | 'unprepared' };

/** The data sources of the check; the keys of the public log are undefined when neither reachable nor cached. */
export type PdfSources = Sources & { logKeys: () => Promise<LogKeys | undefined> };

/** The largest file that is examined, in bytes. A certificate has less than a megabyte. */
export const largestPdf = 20_000_000;
/** More time stamps than this are not checked. */
const mostTimeStamps = 16;
const sha256 = 'SHA-256';
const proofName = 'certificate.tlog-proof';

/**
 * Checks the PDF of a certificate on this device: that the academy signed all of its bytes, then the code in it.
 * Nothing of it is sent but the certificate's number, when there is a network.
 */
export async function checkPdf(file: Blob, sources: PdfSources): Promise<PdfAnswer> {
  if (file.size > largestPdf) return { verdict: 'too-large' };
  const pdf = new Uint8Array(await file.arrayBuffer());
  if (indexOfText(pdf, '%PDF-', 0, 1024) < 0) return { verdict: 'not-pdf' };
  const { found, hasOthers, hasMore } = findSignatures(pdf);
  if (found.length === 0) return { verdict: hasOthers ? 'uncovered' : withoutSignature(pdf) };
  const known = await sources.keys();
  if (!known?.pdfSigners) return { verdict: 'unprepared' };
  const signature = await firstValid(found, known);
  if ('verdict' in signature) return signature;
  try {
    const answer = await checkSigned(pdf, signature, known, sources);
    if (answer.verdict !== 'signed') return answer;
    const all = timeStampsIn(found, signature);
    return {
      ...answer,
      timeStamps: await checkedTimeStamps(all.slice(0, mostTimeStamps), sources.now),
      hasMoreTimeStamps: hasMore || all.length > mostTimeStamps,
    };
  } catch (error) {
    // What the academy signed is in the form that is read here, unless it is no certificate.
    if (error instanceof BadPdf) return { verdict: 'no-certificate', signer: signature.signer };
    throw error;
  }
}

const withoutSignature = (pdf: Uint8Array) => (indexOfText(pdf, '/Encrypt') < 0 ? 'unsigned' : 'encrypted');

type Published = NonNullable<AcademyKeys['pdfSigners']>[number];
type Valid = { claimed: ClaimedSignature; cms: CmsSignature; signer: Signer; published: Published };

/**
 * The first signature that the academy made; the rest of the file is judged by what it changes. Without one, the answer
 * about those that there are.
 */
async function firstValid(found: readonly ClaimedSignature[], known: AcademyKeys): Promise<Valid | PdfAnswer> {
  let answer: PdfAnswer = { verdict: 'uncovered' };
  for (const claimed of found) {
    try {
      const cms = readCms(claimed.place);
      const published = await publishedBy(cms, known);
      const der = published
        ? bytesOf(published.certificate)
        : await certificateWith({ hash: sha256, digest: cms.certificateDigest }, cms.certificates);
      const certificate = der && readCertificate(der);
      const isValid = certificate && (await isSignedBy(certificate, cms, await digestOf(sha256, ...claimed.covered)));
      const signer = certificate && { name: certificate.name, fingerprint: hexOf(cms.certificateDigest) };
      if (isValid && published && signer) return { claimed, cms, signer, published };
      if (isValid && signer) answer = { verdict: 'stranger', signer, seen: known.asOf };
      else if (answer.verdict === 'uncovered') answer = { verdict: 'altered' };
    } catch (error) {
      if (!(error instanceof BadCms)) throw error; // in a form that the academy does not write
    }
  }
  return answer;
}

/** The academy's certificate that a signature names. */
async function publishedBy(cms: CmsSignature, { pdfSigners = [] }: AcademyKeys): Promise<Published | undefined> {
  for (const each of pdfSigners) {
    if (isSameBytes(await digestOf(sha256, bytesOf(each.certificate)), cms.certificateDigest)) return each;
  }
  return undefined;
}

async function checkSigned(
  pdf: Uint8Array,
  { claimed, signer, published }: Valid,
  known: AcademyKeys,
  sources: PdfSources,
): Promise<PdfAnswer> {
  const [, , close, rest] = claimed.range;
  const end = close + rest;
  const signed = new PdfFile(pdf.subarray(0, end));
  const signedAt = certifiedAt(signed, claimed);
  const changes = changesSince(signed, readAppended(pdf, end, signed));
  if (changes.length > 0) return { verdict: 'appended', signer, changes };
  if (!isInForce(published, signedAt)) return { verdict: 'out-of-time', signer };
  const code = linkedCodes(signed).find((each) => readCredential(each));
  const facts = code && readCredential(code)?.facts;
  if (code === undefined || !facts) return { verdict: 'no-certificate', signer };
  const answer = await checkCode(code, { ...sources, keys: async () => known });
  const evidence = await evidenceIn(signed, facts, sources);
  // The log had exactly this certificate, as the log's own signature shows: the register was changed, and not the file.
  const isDisputed = answer.verdict === 'forged' && answer.deniedBy === 'register' && evidence?.isProved;
  return {
    verdict: 'signed',
    signer,
    signedAt,
    evidence,
    code: isDisputed ? { verdict: 'disputed' } : answer,
    timeStamps: [],
    hasMoreTimeStamps: false,
  };
}

type ClaimedTimeStamp = { token: Uint8Array; stamped: readonly Uint8Array[] };

/** The time stamps of the signature, and those of the file that were appended after it. */
function timeStampsIn(found: readonly ClaimedSignature[], { claimed, cms }: Valid): ClaimedTimeStamp[] {
  const appended = found.slice(found.indexOf(claimed) + 1);
  return [
    ...cms.timeStamps.map((token) => ({ token, stamped: [cms.signature] })),
    ...appended.map(({ place, covered }) => ({ token: place, stamped: covered })),
  ];
}

/** Checks time stamps one after the other, since each of the file makes a copy of it. */
async function checkedTimeStamps(all: readonly ClaimedTimeStamp[], now: Date): Promise<TimeStamp[]> {
  const checked: TimeStamp[] = [];
  for (const { token, stamped } of all) checked.push(await checkTimeStamp(token, stamped, now));
  return checked;
}

async function evidenceIn(
  signed: PdfFile,
  facts: SignedFacts,
  { logKeys }: PdfSources,
): Promise<LogEvidence | undefined> {
  const proof = await attachedText(signed, proofName);
  const keys = proof === undefined ? undefined : await logKeys();
  if (proof === undefined || !keys) return undefined;
  const { checkAttachedProof } = await import('../check-proof.ts');
  return checkAttachedProof(proof, (stated) => isSame(facts, stated), keys);
}

/** Whether the academy signed with a certificate at a time, and the certificate was valid then. */
function isInForce({ certificate, validFrom, validUntil }: Published, at: Date): boolean {
  const { notBefore, notAfter } = readCertificate(bytesOf(certificate));
  const periods = [
    { validFrom: notBefore, validUntil: notAfter },
    { validFrom: new Date(validFrom), validUntil: validUntil === null ? null : new Date(validUntil) },
  ];
  return periods.every((period) => wasInForce(period, at.getTime() / 1000));
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
