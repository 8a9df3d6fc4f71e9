import { type AsnType, BmpString, PrintableString, Sequence, Set as SetOf, TeletexString, Utf8String } from 'asn1js';
import { algorithmOf, BadCms, childrenOf, derOf, idOf, isSameBytes, isTagged, parsed, timeOf } from './der.ts';
import {
  isMadeWith,
  namedCertificate,
  readSignedData,
  type SignedData,
  signedContent,
  unsignedValues,
} from './signed-data.ts';

// Signatures in PDFs: CMS (RFC 5652) in the one form that the academy writes, CAdES-B with SHA-256 (ETSI EN 319 122-1).

/** Who signed something: the name in the certificate, and its SHA-256 in pairs of hexadecimal digits. */
export type Signer = { name: string; fingerprint: string };

/** A signer's certificate: who it names, when it is valid, and its key. */
export type SignerCertificate = {
  der: Uint8Array;
  /** The common name of its subject, or all that its subject says. */
  name: string;
  notBefore: Date;
  notAfter: Date;
  /** SubjectPublicKeyInfo, DER. */
  key: Uint8Array;
  algorithm: 'rsa' | 'ec';
};

/** A signature that is read and not yet verified. */
export type CmsSignature = SignedData & {
  /** SHA-256 of the signer's certificate, which the signature itself names (RFC 5035). */
  certificateDigest: Uint8Array;
  messageDigest: Uint8Array;
  /**
   * The tokens of time stamps over the signature (RFC 3161, appendix A), which the signature does not cover; an empty
   * one stands for what cannot be read.
   */
  timeStamps: Uint8Array[];
};

const oid = { data: '1.2.840.113549.1.7.1', timeStampToken: '1.2.840.113549.1.9.16.2.14', commonName: '2.5.4.3' };
const keyAlgorithms: Record<string, SignerCertificate['algorithm']> = {
  '1.2.840.113549.1.1.1': 'rsa',
  '1.2.840.10045.2.1': 'ec',
};

/**
 * Reads a signature from the place that a PDF has for it. What follows it there must be zeros.
 *
 * @throws BadCms
 */
export function readCms(place: Uint8Array): CmsSignature {
  const read = readSignedData(place);
  const { type, digest: messageDigest } = signedContent(read);
  if (read.contentType !== oid.data || read.content || type !== oid.data) {
    throw new BadCms('The signature is of something else');
  }
  const certificate = namedCertificate(read);
  const hashes = [read.hash, read.algorithm.hash, certificate.hash];
  if (hashes.some((hash) => hash !== 'SHA-256')) throw new BadCms('The digest is not SHA-256');
  const timeStamps = unsignedValues(read, oid.timeStampToken);
  return { ...read, certificateDigest: certificate.digest, messageDigest, timeStamps };
}

/** Reads a certificate (X.509, RFC 5280). @throws BadCms for one without an RSA or EC key. */
export function readCertificate(der: Uint8Array): SignerCertificate {
  const { block, length } = parsed(der);
  if (length !== der.length) throw new BadCms('Something follows the certificate');
  const [signed] = childrenOf(block, Sequence);
  const parts = childrenOf(signed, Sequence);
  const [, , , validity, subject, key] = isTagged(parts[0], 0) ? parts.slice(1) : parts;
  const [notBefore, notAfter] = childrenOf(validity, Sequence).map(timeOf);
  const algorithm = keyAlgorithms[algorithmOf(childrenOf(key, Sequence)[0])];
  if (!notBefore || !notAfter || !key || !algorithm) throw new BadCms('The certificate has another kind of key');
  return { der, name: nameOf(subject), notBefore, notAfter, key: derOf(key), algorithm };
}

function nameOf(subject: AsnType | undefined): string {
  const all = childrenOf(subject, Sequence).flatMap((set) =>
    childrenOf(set, SetOf).map((pair): [string, string] => {
      const [type, value] = childrenOf(pair, Sequence);
      return [idOf(type), wordsOf(value)];
    }),
  );
  const named = all.filter(([type]) => type === oid.commonName);
  return (named.length > 0 ? named : all).map(([, value]) => value).join(', ');
}

const strings = [Utf8String, PrintableString, BmpString, TeletexString];
const wordsOf = (value: AsnType | undefined): string => {
  const text = strings.some((kind) => value instanceof kind) ? (value as Utf8String).getValue() : '';
  // Without signs that a page does not show, or that turn the direction of writing.
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').slice(0, 120);
};

/** Whether a signature over data with this SHA-256 was made with the key of a certificate. */
export async function isSignedBy(
  { key, algorithm }: SignerCertificate,
  cms: CmsSignature,
  digest: Uint8Array,
): Promise<boolean> {
  if (cms.algorithm.key !== algorithm || !isSameBytes(cms.messageDigest, digest)) return false;
  const kind = algorithm === 'rsa' ? { hash: 'SHA-256' } : { hash: 'SHA-256', curve: 'P-256' as const };
  return isMadeWith(key, kind, cms);
}
