import { type AsnType, Constructed, Integer, OctetString, Sequence, Set as SetOf } from 'asn1js';
import {
  algorithmOf,
  BadCms,
  childrenOf,
  idOf,
  isSameBytes,
  octets,
  type Part,
  parsed,
  partsOf,
  partWith,
} from './der.ts';

// What signatures of PDFs and time stamps have in common: CMS (RFC 5652) with one signer and signed attributes.

/** A signature in CMS that is read and not yet verified. */
export type SignedData = {
  /** The type of what is signed, an object identifier. */
  contentType: string;
  /** What is signed; undefined if it stands elsewhere. */
  content: Uint8Array | undefined;
  /** The certificates that came with it, each in DER and not yet read. */
  certificates: Uint8Array[];
  /** The digest algorithm of the signer, as WebCrypto calls it. */
  hash: string;
  /** The values of the signed attributes by their types. */
  attributes: Map<string, AsnType>;
  /** The signed attributes as they are signed. */
  signedAttributes: Uint8Array;
  /** The key that signs, and the digest of what it signs, as WebCrypto calls it. */
  algorithm: { key: 'rsa' | 'ec'; hash: string };
  signature: Uint8Array;
  /** What follows the signature: no signature covers it, and it may have any form. */
  unsigned: Uint8Array;
};

const oid = {
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
};
const tag = { sequence: 0x30, set: 0x31, first: 0xa0, second: 0xa1 };
const digests = new Map([
  ['2.16.840.1.101.3.4.2.1', 'SHA-256'],
  ['2.16.840.1.101.3.4.2.2', 'SHA-384'],
  ['2.16.840.1.101.3.4.2.3', 'SHA-512'],
]);
/** Signature algorithms; one without a digest takes that of the signer. */
const signatureAlgorithms = new Map<string, { key: 'rsa' | 'ec'; hash?: string }>([
  ['1.2.840.113549.1.1.1', { key: 'rsa' }],
  ['1.2.840.113549.1.1.11', { key: 'rsa', hash: 'SHA-256' }],
  ['1.2.840.113549.1.1.12', { key: 'rsa', hash: 'SHA-384' }],
  ['1.2.840.113549.1.1.13', { key: 'rsa', hash: 'SHA-512' }],
  ['1.2.840.10045.4.3.2', { key: 'ec', hash: 'SHA-256' }],
  ['1.2.840.10045.4.3.3', { key: 'ec', hash: 'SHA-384' }],
  ['1.2.840.10045.4.3.4', { key: 'ec', hash: 'SHA-512' }],
]);

/**
 * Reads a signature in DER, which only zeros may follow. The unsigned attributes are not read, so that nothing in them
 * has an influence.
 *
 * @throws BadCms
 */
export function readSignedData(place: Uint8Array): SignedData {
  const whole = partWith(place);
  if (place.subarray(whole.der.length).some((byte) => byte !== 0)) throw new BadCms('Something follows the signature');
  const [type, wrapped] = partsOf(whole, tag.sequence).parts;
  if (idOf(blockOf(type)) !== oid.signedData) throw new BadCms('This is no signature');
  const parts = partsOf(partsOf(wrapped, tag.first).parts[0], tag.sequence).parts;
  const [contentType, ...contents] = partsOf(parts[2], tag.sequence).parts;
  if (contents.length > 1) throw new BadCms('The signature has several contents');
  const [content] = contents.map((each) => octets(childrenOf(blockOf(each), Constructed)[0]));
  const [signer, ...others] = partsOf(parts.at(-1), tag.set).parts;
  if (others.length > 0) throw new BadCms('There are several signers');
  return {
    contentType: idOf(blockOf(contentType)),
    content,
    certificates: parts
      .filter((part) => part.tag === tag.first)
      .flatMap((part) => partsOf(part, tag.first).parts.map(({ der }) => der)),
    ...signerOf(signer),
  };
}

function signerOf(signer: Part | undefined): Omit<SignedData, 'contentType' | 'content' | 'certificates'> {
  const { parts, rest } = partsOf(signer, tag.sequence, 6);
  const [, , digestAlgorithm, attributes, signatureAlgorithm, signature] = parts;
  const hash = hashNamed(blockOf(digestAlgorithm));
  const algorithm = signatureAlgorithms.get(algorithmOf(blockOf(signatureAlgorithm)));
  if (attributes?.tag !== tag.first || !algorithm) throw new BadCms('The signature is of another kind');
  // RFC 5652, 5.4: they are signed as a SET OF, whose tag they have in place of their own.
  const signedAttributes = Uint8Array.from(attributes.der);
  signedAttributes[0] = tag.set;
  return {
    hash,
    attributes: attributesOf(blockOf(attributes)),
    signedAttributes,
    algorithm: { hash, ...algorithm },
    signature: octets(blockOf(signature)),
    unsigned: rest,
  };
}

function blockOf(part: Part | undefined): AsnType {
  if (!part) throw new BadCms('The signature has another form');
  return parsed(part.der).block;
}

/** The values of attributes by their types; each type stands once and has one value. */
function attributesOf(attributes: AsnType): Map<string, AsnType> {
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

/**
 * All values of one type among unsigned attributes, each in DER and not yet read. Other types are passed over; an empty
 * value stands once for everything that cannot be read.
 */
export function unsignedValues({ unsigned }: SignedData, type: string): Uint8Array[] {
  if (unsigned.length === 0) return [];
  const values: Uint8Array[] = [];
  let isReadable = true;
  const attempt = (read: () => void) => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof BadCms)) throw error;
      isReadable = false;
    }
  };
  attempt(() => {
    const whole = partWith(unsigned);
    const attributes = partsOf(whole, tag.second).parts;
    if (whole.der.length !== unsigned.length) throw new BadCms('Something follows the attributes');
    for (const attribute of attributes) {
      attempt(() => {
        const [id, all] = partsOf(attribute, tag.sequence).parts;
        if (idOf(blockOf(id)) === type) values.push(...partsOf(all, tag.set).parts.map(({ der }) => der));
      });
    }
  });
  return isReadable ? values : [...values, new Uint8Array()];
}

/** The type and the digest of the content, as the signature has signed them. @throws BadCms */
export const signedContent = ({ attributes }: SignedData): { type: string; digest: Uint8Array } => ({
  type: idOf(attributes.get(oid.contentType)),
  digest: octets(attributes.get(oid.messageDigest)),
});

/** A digest of a certificate, and its algorithm, as WebCrypto calls it. */
export type CertificateDigest = { hash: string; digest: Uint8Array };

/**
 * The signer's certificate as the signature names it first: in signing-certificate-v2, where SHA-256 is meant if no
 * algorithm is named (RFC 5035), or in the older attribute with SHA-1 (RFC 2634).
 *
 * @throws BadCms if it names none.
 */
export function namedCertificate({ attributes }: SignedData): CertificateDigest {
  const newer = attributes.get(oid.signingCertificateV2);
  const [ids] = childrenOf(newer ?? attributes.get(oid.signingCertificate), Sequence);
  const [first, second] = childrenOf(childrenOf(ids, Sequence)[0], Sequence);
  if (!newer) return { hash: 'SHA-1', digest: octets(first) };
  if (first instanceof OctetString) return { hash: 'SHA-256', digest: octets(first) };
  return { hash: hashNamed(first), digest: octets(second) };
}

/** The certificate with a digest; undefined if it is not among these. */
export async function certificateWith(
  { hash, digest }: CertificateDigest,
  certificates: readonly Uint8Array[],
): Promise<Uint8Array | undefined> {
  for (const der of certificates) if (isSameBytes(await digestOf(hash, der), digest)) return der;
  return undefined;
}

/** The digest algorithm that an AlgorithmIdentifier names, as WebCrypto calls it. @throws BadCms for another one. */
export function hashNamed(algorithm: AsnType | undefined): string {
  const hash = digests.get(algorithmOf(algorithm));
  if (!hash) throw new BadCms('The digest is of another kind');
  return hash;
}

/** The digest of bytes in several parts, of which it makes one copy. */
export async function digestOf(hash: string, ...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest(hash, all));
}

/** The bytes of a number on each curve. */
const numberBytes = { 'P-256': 32, 'P-384': 48, 'P-521': 66 };

/** How a key signs: RSA (PKCS #1 v1.5) where it has no curve, otherwise ECDSA. */
export type SignatureKind = { hash: string; curve?: keyof typeof numberBytes };

/** Whether a key, a SubjectPublicKeyInfo in DER, has made a signature. @throws BadCms for another key. */
export async function isMadeWith(
  key: Uint8Array,
  { hash, curve }: SignatureKind,
  { signature, signedAttributes }: Pick<SignedData, 'signature' | 'signedAttributes'>,
): Promise<boolean> {
  const kind = curve ? { name: 'ECDSA', namedCurve: curve, hash } : { name: 'RSASSA-PKCS1-v1_5', hash };
  const publicKey = await crypto.subtle
    .importKey('spki', Uint8Array.from(key), kind, false, ['verify'])
    .catch((cause: unknown) => {
      throw new BadCms('The key of the certificate is of no use', { cause });
    });
  const raw = curve ? rawEcdsa(signature, numberBytes[curve]) : Uint8Array.from(signature);
  return crypto.subtle.verify(kind, publicKey, raw, Uint8Array.from(signedAttributes));
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
