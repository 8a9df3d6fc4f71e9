import {
  type AsnType,
  BmpString,
  Constructed,
  GeneralizedTime,
  Integer,
  OctetString,
  PrintableString,
  Sequence,
  Set as SetOf,
  TeletexString,
  UTCTime,
  Utf8String,
} from 'asn1js';
import { algorithmOf, BadCms, childrenOf, derOf, idOf, isSameBytes, isTagged, octets, parsed } from './der.ts';

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
export type CmsSignature = {
  /** SHA-256 of the signer's certificate, which the signature itself names (RFC 5035). */
  certificateDigest: Uint8Array;
  /** The certificates that came with it. */
  certificates: Uint8Array[];
  messageDigest: Uint8Array;
  signedAttributes: Uint8Array;
  signature: Uint8Array;
  algorithm: SignerCertificate['algorithm'];
  /** The token of a time stamp over the signature (RFC 3161, appendix A); the signature does not cover it. */
  timeStamp: Uint8Array | undefined;
};

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  commonName: '2.5.4.3',
};
const signatureAlgorithms: Record<string, SignerCertificate['algorithm']> = {
  '1.2.840.113549.1.1.1': 'rsa',
  '1.2.840.113549.1.1.11': 'rsa',
  '1.2.840.10045.4.3.2': 'ec',
};
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
  const { block, length } = parsed(place);
  if (place.subarray(length).some((byte) => byte !== 0)) throw new BadCms('Something follows the signature');
  const [type, content] = childrenOf(block, Sequence);
  if (idOf(type) !== oid.signedData) throw new BadCms('This is no signature');
  const [signedData] = childrenOf(content, Constructed);
  const parts = childrenOf(signedData, Sequence);
  const [, , encapsulated] = parts;
  const [kind, ...embedded] = childrenOf(encapsulated, Sequence);
  if (idOf(kind) !== oid.data || embedded.length > 0) throw new BadCms('The signature is of something else');
  const certificates = parts.filter((part) => isTagged(part, 0)).flatMap((part) => childrenOf(part, Constructed));
  const [signer, ...others] = childrenOf(parts.at(-1), SetOf);
  if (others.length > 0) throw new BadCms('There are several signers');
  return { ...signatureOf(childrenOf(signer, Sequence)), certificates: certificates.map(derOf) };
}

function signatureOf(parts: AsnType[]): Omit<CmsSignature, 'certificates'> {
  const [, , digestAlgorithm, attributes, signatureAlgorithm, signature, unsigned] = parts;
  if (algorithmOf(digestAlgorithm) !== oid.sha256) throw new BadCms('The digest is not SHA-256');
  const algorithm = signatureAlgorithms[algorithmOf(signatureAlgorithm)];
  if (!isTagged(attributes, 0) || !algorithm) throw new BadCms('The signature is of another kind');
  const values = attributesOf(attributes);
  if (idOf(values.get(oid.contentType)) !== oid.data) throw new BadCms('The signature is of something else');
  // RFC 5652, 5.4: they are signed as a SET OF, whose tag they have in place of their own.
  const signedAttributes = Uint8Array.from(derOf(attributes));
  signedAttributes[0] = 0x31;
  return {
    certificateDigest: signingCertificate(values.get(oid.signingCertificateV2)),
    messageDigest: octets(values.get(oid.messageDigest)),
    signedAttributes,
    signature: octets(signature),
    algorithm,
    timeStamp: unsigned && timeStampIn(unsigned),
  };
}

function timeStampIn(unsigned: AsnType): Uint8Array | undefined {
  const token = isTagged(unsigned, 1) ? attributesOf(unsigned).get(oid.timeStampToken) : undefined;
  return token && derOf(token);
}

/** The values of attributes by their types; each type stands once and has one value. @throws BadCms */
export function attributesOf(attributes: AsnType | undefined): Map<string, AsnType> {
  const values = new Map<string, AsnType>();
  for (const attribute of childrenOf(attributes, Constructed)) {
    const [type, all] = childrenOf(attribute, Sequence);
    const [value, ...more] = childrenOf(all, SetOf);
    const id = idOf(type);
    if (!value || more.length > 0 || values.has(id)) throw new BadCms('An attribute has several values');
    values.set(id, value);
  }
  return values;
}

/** The digest of the certificate that signing-certificate-v2 names first; its algorithm is SHA-256 if none is named. */
function signingCertificate(value: AsnType | undefined): Uint8Array {
  const [ids] = childrenOf(value, Sequence);
  const [first] = childrenOf(ids, Sequence);
  const [algorithm, digest] = childrenOf(first, Sequence);
  if (algorithm instanceof OctetString) return octets(algorithm);
  if (algorithmOf(algorithm) !== oid.sha256) throw new BadCms('The certificate is named by another digest');
  return octets(digest);
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

const timeOf = (value: AsnType): Date => {
  if (value instanceof UTCTime || value instanceof GeneralizedTime) return value.toDate();
  throw new BadCms('The certificate has no validity');
};

/** Whether a signature over data with this SHA-256 was made with the key of a certificate. */
export async function isSignedBy(
  { key, algorithm }: SignerCertificate,
  cms: CmsSignature,
  digest: Uint8Array,
): Promise<boolean> {
  if (cms.algorithm !== algorithm || !isSameBytes(cms.messageDigest, digest)) return false;
  const kind = algorithm === 'rsa' ? { hash: 'SHA-256' } : { hash: 'SHA-256', curve: 'P-256' as const };
  return isMadeWith(key, kind, { signature: cms.signature, data: cms.signedAttributes });
}

/** The bytes of a number on each curve. */
const numberBytes = { 'P-256': 32, 'P-384': 48, 'P-521': 66 };

/** How a key signs: RSA (PKCS #1 v1.5) where it has no curve, otherwise ECDSA. */
export type SignatureKind = { hash: string; curve?: keyof typeof numberBytes };

/** Whether a signature of data was made with a key, a SubjectPublicKeyInfo in DER. @throws BadCms for another key. */
export async function isMadeWith(
  key: Uint8Array,
  { hash, curve }: SignatureKind,
  { signature, data }: { signature: Uint8Array; data: Uint8Array },
): Promise<boolean> {
  const kind = curve ? { name: 'ECDSA', namedCurve: curve, hash } : { name: 'RSASSA-PKCS1-v1_5', hash };
  const publicKey = await crypto.subtle
    .importKey('spki', Uint8Array.from(key), kind, false, ['verify'])
    .catch((cause: unknown) => {
      throw new BadCms('The key of the certificate is of no use', { cause });
    });
  const raw = curve ? rawEcdsa(signature, numberBytes[curve]) : Uint8Array.from(signature);
  return crypto.subtle.verify(kind, publicKey, raw, Uint8Array.from(data));
}

/** An ECDSA signature as WebCrypto wants it: two numbers of equal length, where CMS has a sequence of two integers. */
function rawEcdsa(der: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const numbers = childrenOf(parsed(der).block, Sequence);
  const raw = new Uint8Array(2 * length);
  numbers.forEach((number, index) => {
    if (!(number instanceof Integer)) throw new BadCms('The signature is no pair of numbers');
    const bytes = number.valueBlock.valueHexView;
    const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
    if (index > 1 || digits.length > length) throw new BadCms('The signature is no pair of numbers');
    raw.set(digits, length * (index + 1) - digits.length);
  });
  return raw;
}

/** SHA-256 of bytes in several parts. */
export async function sha256(...parts: Uint8Array[]): Promise<Uint8Array> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
}
