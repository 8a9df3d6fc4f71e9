import {
  type AsnType,
  Constructed,
  Boolean as Flag,
  GeneralizedTime,
  OctetString,
  Sequence,
  Set as SetOf,
} from 'asn1js';
import { attributesOf, isMadeWith, readCertificate, type SignatureKind, type Signer } from './cms.ts';
import { algorithmOf, BadCms, childrenOf, derOf, hexOf, idOf, isSameBytes, isTagged, octets, parsed } from './der.ts';

/** A time stamp in a PDF: of the signature, or of the file up to a revision. */
export type TimeStamp =
  /** Some authority has stamped exactly this at a time. Who runs it is not judged. */
  | { verdict: 'stamped'; authority: Signer; at: Date }
  /** It stamps something else. */
  | { verdict: 'foreign' }
  /** Its signature is not that of its content, or its certificate is not for this. */
  | { verdict: 'forged' }
  /** It cannot be read, or is in a form that is not checked here. */
  | { verdict: 'unreadable' };

const oid = {
  signedData: '1.2.840.113549.1.7.2',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  rsaKey: '1.2.840.113549.1.1.1',
};
const digests = new Map([
  ['2.16.840.1.101.3.4.2.1', 'SHA-256'],
  ['2.16.840.1.101.3.4.2.2', 'SHA-384'],
  ['2.16.840.1.101.3.4.2.3', 'SHA-512'],
]);
/** Signature algorithms with their digest; undefined where the digest is that of the signer. */
const signatureAlgorithms = new Map<string, string | undefined>([
  [oid.rsaKey, undefined],
  ['1.2.840.113549.1.1.11', 'SHA-256'],
  ['1.2.840.113549.1.1.12', 'SHA-384'],
  ['1.2.840.113549.1.1.13', 'SHA-512'],
  ['1.2.840.10045.4.3.2', 'SHA-256'],
  ['1.2.840.10045.4.3.3', 'SHA-384'],
  ['1.2.840.10045.4.3.4', 'SHA-512'],
]);
const curves = new Map<string, NonNullable<SignatureKind['curve']>>([
  ['1.2.840.10045.3.1.7', 'P-256'],
  ['1.3.132.0.34', 'P-384'],
  ['1.3.132.0.35', 'P-521'],
]);

/** The parts of a token that are checked. */
type Token = {
  /** What is stamped: its digest, and the algorithm of that. */
  imprint: { hash: string; digest: Uint8Array };
  at: Date;
  content: Uint8Array;
  signer: AsnType[];
  certificates: Uint8Array[];
};

/**
 * Checks the token of a time stamp (RFC 3161) with the certificate inside it: that it stamps exactly these bytes, and that
 * the key of a certificate for time stamps signed it, while that certificate was valid.
 *
 * @param token DER, behind which only zeros may follow. @param stamped what it has to stamp, in parts.
 */
export async function checkTimeStamp(token: Uint8Array, stamped: readonly Uint8Array[]): Promise<TimeStamp> {
  try {
    const read = readToken(token);
    const { imprint, at, certificates } = read;
    if (!isSameBytes(await digestOf(imprint.hash, ...stamped), imprint.digest)) return { verdict: 'foreign' };
    const named = await signatureOf(read);
    if (!named) return { verdict: 'forged' };
    const der = await certificateOf(named, certificates);
    if (!der) return { verdict: 'forged' };
    const { name, key, notBefore, notAfter } = readCertificate(der);
    const kind = kindOf(key, named);
    const isMade =
      kind !== undefined && (await isMadeWith(key, kind, { signature: named.signature, data: named.data }));
    if (!isMade || !isForTimeStamps(der) || at < notBefore || at > notAfter) return { verdict: 'forged' };
    return { verdict: 'stamped', authority: { name, fingerprint: hexOf(await digestOf('SHA-256', der)) }, at };
  } catch (error) {
    if (error instanceof BadCms) return { verdict: 'unreadable' };
    throw error;
  }
}

function readToken(token: Uint8Array): Token {
  const { block, length } = parsed(token);
  if (token.subarray(length).some((byte) => byte !== 0)) throw new BadCms('Something follows the time stamp');
  const [type, outer] = childrenOf(block, Sequence);
  if (idOf(type) !== oid.signedData) throw new BadCms('This is no time stamp');
  const parts = childrenOf(childrenOf(outer, Constructed)[0], Sequence);
  const [kind, wrapped] = childrenOf(parts[2], Sequence);
  if (idOf(kind) !== oid.timeStampInfo) throw new BadCms('This is no time stamp');
  const content = octets(childrenOf(wrapped, Constructed)[0]);
  const [signer, ...others] = childrenOf(parts.at(-1), SetOf);
  if (others.length > 0) throw new BadCms('There are several signers');
  const [, , stamped, , at] = childrenOf(parsed(content).block, Sequence);
  const [algorithm, digest] = childrenOf(stamped, Sequence);
  if (!(at instanceof GeneralizedTime)) throw new BadCms('The time stamp has no time');
  return {
    imprint: { hash: hashNamed(algorithm), digest: octets(digest) },
    ...{ at: at.toDate(), content, signer: childrenOf(signer, Sequence) },
    certificates: parts.filter((part) => isTagged(part, 0)).flatMap((part) => childrenOf(part, Constructed).map(derOf)),
  };
}

/** The signature of a token, what it covers, and the certificate that it names. */
type Named = {
  signature: Uint8Array;
  data: Uint8Array;
  hash: string;
  algorithm: string;
  id: AsnType;
  isOlder: boolean;
};

/** Reads the signature; undefined if it is of another content. */
async function signatureOf({ signer, content }: Token): Promise<Named | undefined> {
  const [, , digestAlgorithm, attributes, signatureAlgorithm, signature] = signer;
  if (!isTagged(attributes, 0)) throw new BadCms('The time stamp has no signed attributes');
  const values = attributesOf(attributes);
  const hash = hashNamed(digestAlgorithm);
  const isOfThis =
    idOf(values.get(oid.contentType)) === oid.timeStampInfo &&
    isSameBytes(octets(values.get(oid.messageDigest)), await digestOf(hash, content));
  if (!isOfThis) return undefined;
  // RFC 5652, 5.4: they are signed as a SET OF, whose tag they have in place of their own.
  const data = Uint8Array.from(derOf(attributes));
  data[0] = 0x31;
  const newer = values.get(oid.signingCertificateV2);
  const [ids] = childrenOf(newer ?? values.get(oid.signingCertificate), Sequence);
  const [id] = childrenOf(ids, Sequence);
  if (!id) throw new BadCms('The time stamp names no certificate');
  const algorithm = algorithmOf(signatureAlgorithm);
  return { signature: octets(signature), data, hash, algorithm, id, isOlder: newer === undefined };
}

/** The certificate that the signature names by its digest (RFC 2634 and RFC 5816), among those in the token. */
async function certificateOf({ id, isOlder }: Named, certificates: Uint8Array[]): Promise<Uint8Array | undefined> {
  const [first, second] = childrenOf(id, Sequence);
  const named = first instanceof OctetString ? first : second;
  const hash = isOlder ? 'SHA-1' : first instanceof OctetString ? 'SHA-256' : hashNamed(first);
  for (const der of certificates) if (isSameBytes(await digestOf(hash, der), octets(named))) return der;
  return undefined;
}

/** How a key has signed; undefined for a signature algorithm of another key. @throws BadCms for another algorithm. */
function kindOf(key: Uint8Array, { algorithm, hash }: Named): SignatureKind | undefined {
  if (!signatureAlgorithms.has(algorithm)) throw new BadCms('The time stamp is signed in another way');
  const signed = signatureAlgorithms.get(algorithm) ?? hash;
  const [type, curveId] = childrenOf(childrenOf(parsed(key).block, Sequence)[0], Sequence);
  const isRsa = idOf(type) === oid.rsaKey;
  if (isRsa !== algorithm.startsWith('1.2.840.113549.')) return undefined;
  if (isRsa) return { hash: signed };
  const curve = curves.get(idOf(curveId));
  if (!curve) throw new BadCms('The key is on another curve');
  return { hash: signed, curve };
}

/** RFC 3161, 2.3: the certificate is for time stamps alone, and the extension that says so is critical. */
function isForTimeStamps(der: Uint8Array): boolean {
  const [signed] = childrenOf(parsed(der).block, Sequence);
  const extensions = childrenOf(signed, Sequence).filter((part) => isTagged(part, 3));
  const all = extensions.flatMap((part) => childrenOf(childrenOf(part, Constructed)[0], Sequence));
  const usage = all.map((one) => childrenOf(one, Sequence)).find(([id]) => idOf(id) === oid.extendedKeyUsage);
  const critical = usage?.[1] instanceof Flag && usage[1].getValue();
  const purposes = usage ? childrenOf(parsed(octets(usage.at(-1))).block, Sequence).map(idOf) : [];
  return critical && purposes.length === 1 && purposes[0] === oid.timeStamping;
}

function hashNamed(algorithm: AsnType | undefined): string {
  const hash = digests.get(algorithmOf(algorithm));
  if (!hash) throw new BadCms('The digest is of another kind');
  return hash;
}

async function digestOf(hash: string, ...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(
    await crypto.subtle.digest(hash, await new Blob(parts.map((part) => Uint8Array.from(part))).arrayBuffer()),
  );
}
