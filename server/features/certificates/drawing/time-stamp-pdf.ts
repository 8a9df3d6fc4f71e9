import type { X509Certificate } from 'node:crypto';
import type { TimeStampAuthority } from '../../../platform/time-stamps/authority.ts';
import { NoTimeStamp, type Token } from '../../../platform/time-stamps/token.ts';
import type { CertificatePress } from './draw-certificate.ts';
import { coveredBy, fillPlace, tokenBytes } from './pdf-place.ts';
import { certificatesIn, signatureValue, withSignatureTimeStamp } from './sign-pdf-cms.ts';

type Dependencies = { authority: TimeStampAuthority; press: Pick<CertificatePress, 'signatures' | 'prepareTimeStamp'> };

/** A PDF with time stamps, and until when the newest of them can be verified with what is in the file. */
export type StampedPdf = { pdf: Buffer; until: Date };

/**
 * Raises a PDF that signPdf has signed to PAdES B-LTA (ETSI EN 319 142-1, 6): the signature gets a time stamp, and the
 * file the evidence for both and a document time stamp. The network is used here, outside of the renderer's thread, so
 * that no sheet waits for the authority.
 *
 * @throws NoTimeStamp
 */
export async function timeStampPdf(pdf: Buffer, dependencies: Dependencies): Promise<StampedPdf> {
  const [signature] = await dependencies.press.signatures(pdf);
  if (!signature) throw new Error('The PDF is not signed');
  const token = await stampOf(dependencies, signatureValue(signature.cms));
  const stamped = Buffer.from(pdf);
  fillPlace(stamped, signature.place, withSignatureTimeStamp(signature.cms, token.der));
  return preserved(stamped, [...certificatesIn(signature.cms), ...token.chain], dependencies);
}

/**
 * Adds a document time stamp to a signed PDF, with or without earlier ones, and the evidence for the newest of these or
 * for the signature: so the file can be verified for as long as the certificate of the newest time stamp is valid.
 *
 * @throws NoTimeStamp
 */
export async function renewTimeStamp(pdf: Buffer, dependencies: Dependencies): Promise<StampedPdf> {
  const newest = (await dependencies.press.signatures(pdf)).at(-1);
  if (!newest) throw new Error('The PDF is not signed');
  // The evidence for those before it is in the file, and cannot be had any more when their certificates have ended.
  return preserved(pdf, certificatesIn(newest.cms), dependencies);
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
