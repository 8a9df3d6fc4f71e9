import { X509Certificate } from 'node:crypto';
import type { PdfIdentity } from '../../../platform/keys/keys.ts';
import type { Evidence, TimeStampAuthority } from '../../../platform/time-stamps/authority.ts';
import { NoTimeStamp, readToken, type Token } from '../../../platform/time-stamps/token.ts';
import type { CertificatePress } from './draw-certificate.ts';
import { coveredBy, fillPlace, roomIn, tokenBytes } from './pdf-place.ts';
import type { PdfSignature } from './sign-pdf-archive.ts';
import { certificatesIn, signatureTimeStamp, signatureValue, withSignatureTimeStamp } from './sign-pdf-cms.ts';

type Dependencies = { authority: TimeStampAuthority; press: Pick<CertificatePress, 'signatures' | 'prepareTimeStamp'> };

/** A PDF with time stamps, and until when the newest of them can be verified with what is in the file. */
export type StampedPdf = { pdf: Buffer; until: Date };

/** An authority with several signers is asked so often for a token of one whose evidence is in the file. */
const mostRounds = 4;

/**
 * Signs a PDF as PAdES B-LT (ETSI EN 319 142-1, 6): the evidence for the signature and for its time stamp is part of
 * what is signed, and the token of the time stamp is in the place of the signature. So the signature covers the whole
 * file, and a reader that calls everything behind it an edit is right to do so. The network is used here, outside of
 * the renderer's thread, so that no sheet waits for the authority.
 *
 * @param sign draws and signs the PDF with this evidence, and with room for a token.
 * @throws NoTimeStamp
 */
export async function signTimeStamped<Drawn extends { pdf: Buffer }>(
  sign: (evidence: Evidence) => Promise<Drawn>,
  identity: PdfIdentity,
  dependencies: Dependencies,
): Promise<Drawn & StampedPdf> {
  const { authority } = dependencies;
  const own = identity.certificates.map((pem) => new X509Certificate(pem));
  for (let round = 1; round <= mostRounds; round++) {
    const evidence = await authority.evidence([...own, ...(await authority.signers())]);
    const drawn = await sign(evidence);
    const [signature] = await dependencies.press.signatures(drawn.pdf);
    if (!signature) throw new Error('The PDF is not signed');
    const { pdf, token } = await withToken(drawn.pdf, signature, dependencies);
    const signer = token.chain[0];
    if (signer && evidence.certificates.some((der) => signer.raw.equals(der))) {
      return { ...drawn, pdf, until: endOf(token) };
    }
  }
  throw new NoTimeStamp('The time-stamp authority signs with another certificate each time');
}

/**
 * Adds what a signed PDF lacks of time stamps. A signature without one gets it in its own place, where there is room,
 * and the file is not extended. Any other file gets a document time stamp behind it, and the evidence for the newest
 * one before (PAdES B-LTA): so it can be verified for as long as the certificate of the newest time stamp is valid.
 *
 * @throws NoTimeStamp
 */
export async function renewTimeStamp(pdf: Buffer, dependencies: Dependencies, now: Date): Promise<StampedPdf> {
  const newest = (await dependencies.press.signatures(pdf)).at(-1);
  if (!newest) throw new Error('The PDF is not signed');
  const own = newest.isTimeStamp ? undefined : signatureTimeStamp(newest.cms);
  if (!newest.isTimeStamp && !own && roomIn(newest.place) >= newest.cms.length + tokenBytes) {
    const stamped = await withToken(pdf, newest, dependencies);
    return { pdf: stamped.pdf, until: endOf(stamped.token) };
  }
  // The evidence for what is older is in the file, and cannot be had any more when its certificates have ended.
  const certificates = certificatesIn(newest.cms).filter(({ validToDate }) => validToDate > now);
  return preserved(pdf, [...certificates, ...(own ? readToken(own).certificates : [])], dependencies);
}

/** The PDF whose signature has a time stamp in its place. */
async function withToken(pdf: Buffer, { cms, place }: PdfSignature, dependencies: Dependencies) {
  const token = await stampOf(dependencies, signatureValue(cms));
  const stamped = Buffer.from(pdf);
  fillPlace(stamped, place, withSignatureTimeStamp(cms, token.der));
  return { pdf: stamped, token };
}

async function preserved(
  pdf: Buffer,
  certificates: readonly X509Certificate[],
  dependencies: Dependencies,
): Promise<StampedPdf> {
  const evidence = await dependencies.authority.evidence(certificates);
  const prepared = await dependencies.press.prepareTimeStamp(pdf, evidence);
  const token = await stampOf(dependencies, coveredBy(prepared.pdf, prepared.place));
  fillPlace(prepared.pdf, prepared.place, token.der);
  return { pdf: prepared.pdf, until: endOf(token) };
}

async function stampOf({ authority }: Dependencies, content: Buffer): Promise<Token> {
  const token = await authority.stamp(content);
  if (token.der.length <= tokenBytes) return token;
  throw new NoTimeStamp(`The token of ${token.der.length} bytes is longer than its place`);
}

/** The first day on which a link of the chain is no longer valid. */
const endOf = ({ chain }: Token): Date => new Date(Math.min(...chain.map(({ validToDate }) => validToDate.getTime())));
