import { Constructed, Boolean as Flag, Sequence } from 'asn1js';
import { readCertificate, type Signer, type SignerCertificate } from './cms.ts';
import { BadCms, childrenOf, hexOf, idOf, isSameBytes, isTagged, octets, parsed, timeOf } from './der.ts';
import {
  certificateWith,
  digestOf,
  hashNamed,
  isMadeWith,
  namedCertificate,
  readSignedData,
  type SignatureKind,
  type SignedData,
  signedContent,
} from './signed-data.ts';

/** A time stamp in a PDF: of the signature, or of the file up to a revision. */
export type TimeStamp =
  /** Some authority has stamped exactly this at a time. Who runs it is not judged. */
  | { verdict: 'stamped'; authority: Signer; at: Date }
  /** Its time is later than that of this device. */
  | { verdict: 'future' }
  /** It stamps something else. */
  | { verdict: 'foreign' }
  /** Its signature is not that of its content, or its certificate is not for this. */
  | { verdict: 'forged' }
  /** It cannot be read, is in a form that is not checked here, or comes without its certificate. */
  | { verdict: 'unreadable' };

const oid = {
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
};
const curves = new Map<string, NonNullable<SignatureKind['curve']>>([
  ['1.2.840.10045.3.1.7', 'P-256'],
  ['1.3.132.0.34', 'P-384'],
  ['1.3.132.0.35', 'P-521'],
]);

/**
 * Milliseconds by which the clock of an authority may differ from another one: from the academy's, or from the
 * device's.
 */
export const tolerance = 5 * 60_000;

/** What a time stamp says: the digest of what is stamped, with its algorithm, and when. */
type Info = { hash: string; digest: Uint8Array; at: Date };

/**
 * Checks the token of a time stamp (RFC 3161) with the certificate inside it: that it stamps exactly these bytes, and
 * that the key of a certificate for time stamps signed it, while that certificate was valid.
 *
 * @param token DER, behind which only zeros may follow. @param stamped what it has to stamp, in parts. @param now the
 *   time of this device.
 */
export async function checkTimeStamp(token: Uint8Array, stamped: readonly Uint8Array[], now: Date): Promise<TimeStamp> {
  try {
    const read = readSignedData(token);
    const { content } = read;
    if (read.contentType !== oid.timeStampInfo || !content) throw new BadCms('This is no time stamp');
    const { hash, digest, at } = readInfo(content);
    if (!isSameBytes(await digestOf(hash, ...stamped), digest)) return { verdict: 'foreign' };
    const signed = signedContent(read);
    const isOfContent =
      signed.type === oid.timeStampInfo && isSameBytes(signed.digest, await digestOf(read.hash, content));
    if (!isOfContent) return { verdict: 'forged' };
    const der = await certificateWith(namedCertificate(read), read.certificates);
    if (!der) throw new BadCms('The time stamp is without its certificate');
    const certificate = readCertificate(der);
    const isValid = at >= certificate.notBefore && at <= certificate.notAfter;
    if (!isValid || !isForTimeStamps(der) || !(await isSignedWith(certificate, read))) return { verdict: 'forged' };
    if (at.getTime() > now.getTime() + tolerance) return { verdict: 'future' };
    const fingerprint = hexOf(await digestOf('SHA-256', der));
    return { verdict: 'stamped', authority: { name: certificate.name, fingerprint }, at };
  } catch (error) {
    if (error instanceof BadCms) return { verdict: 'unreadable' };
    throw error;
  }
}

function readInfo(content: Uint8Array): Info {
  const [, , imprint, , at] = childrenOf(parsed(content).block, Sequence);
  const [algorithm, digest] = childrenOf(imprint, Sequence);
  return { hash: hashNamed(algorithm), digest: octets(digest), at: timeOf(at) };
}

/** Whether the key of a certificate signed a token. @throws BadCms for a key on another curve. */
async function isSignedWith({ key, algorithm }: SignerCertificate, signed: SignedData): Promise<boolean> {
  if (signed.algorithm.key !== algorithm) return false;
  const { hash } = signed.algorithm;
  if (algorithm === 'rsa') return isMadeWith(key, { hash }, signed);
  const [, curveId] = childrenOf(childrenOf(parsed(key).block, Sequence)[0], Sequence);
  const curve = curves.get(idOf(curveId));
  if (!curve) throw new BadCms('The key is on another curve');
  return isMadeWith(key, { hash, curve }, signed);
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
