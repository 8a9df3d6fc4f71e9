import { createHash, X509Certificate } from 'node:crypto';
import { type BaseBlock, Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  type Attribute,
  Certificate,
  ContentInfo,
  type ExtKeyUsage,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { chainOf } from './chain.ts';

/** Thrown when there is no time stamp, or none that may be used; the message says why. */
export class NoTimeStamp extends Error {
  override name = 'NoTimeStamp';
}

/** A time stamp whose every part was checked. */
export type Token = {
  /** The token (RFC 3161, 2.4.2): CMS in DER. */
  der: Buffer;
  /** When the authority saw the digest. */
  at: Date;
  /** The authority's certificate and those up to a trusted one. */
  chain: readonly X509Certificate[];
};

const oid = {
  sha256: '2.16.840.1.101.3.4.2.1',
  signedData: '1.2.840.113549.1.7.2',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
};
/** Digests that a token may be signed with; SHA-1 is not among them. */
const digests = new Map([
  [oid.sha256, 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);
/** PKIStatus of RFC 3161, 2.4.2: granted, and granted with modifications. */
const granted = [0, 1];
/** By how much the authority's clock may differ from ours, in milliseconds. */
const tolerance = 5 * 60_000;

const digestOf = (content: Uint8Array) => createHash('sha256').update(content).digest();
const view = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/**
 * A request for a time stamp (RFC 3161, 2.4.1), in DER. It contains the SHA-256 digest of the content, and nothing else
 * of it.
 */
export function timeStampRequest(content: Uint8Array, nonce: Uint8Array): Buffer {
  const hashAlgorithm = new AlgorithmIdentifier({ algorithmId: oid.sha256 });
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm,
      hashedMessage: new OctetString({ valueHex: view(digestOf(content)) }),
    }),
    nonce: new Integer({ valueHex: view(nonce) }),
    certReq: true,
  });
  return Buffer.from(request.toSchema().toBER());
}

type Expected = { content: Uint8Array; nonce: Uint8Array; now: Date; trusted: readonly X509Certificate[] };

/**
 * Reads the response to a request (RFC 3161, 2.4.2), and checks everything that it claims: the digest, the nonce, the
 * time, the signature, and that the signer is a time-stamp authority that somebody trusted has certified.
 *
 * @throws NoTimeStamp
 */
export async function readTimeStampResponse(response: Buffer, expected: Expected): Promise<Token> {
  const answer = parsed(() => TimeStampResp.fromBER(view(response)), 'its response is no time stamp');
  if (!granted.includes(answer.status.status)) {
    const words = (answer.status.statusStrings ?? []).map(({ valueBlock }) => valueBlock.value).join(' ');
    throw new NoTimeStamp(`it refused: status ${answer.status.status} ${words}`.trim());
  }
  const token = answer.timeStampToken;
  if (token?.contentType !== oid.signedData) throw new NoTimeStamp('its response has no token');
  return checkedToken(Buffer.from(token.toSchema().toBER()), expected);
}

async function checkedToken(der: Buffer, { content, nonce, now, trusted }: Expected): Promise<Token> {
  const { signed, info, certificates } = readToken(der);
  if (info.messageImprint.hashAlgorithm.algorithmId !== oid.sha256) throw new NoTimeStamp('its digest is not SHA-256');
  if (!isEqual(info.messageImprint.hashedMessage, digestOf(content)))
    throw new NoTimeStamp('it stamped another digest');
  if (!info.nonce || !isEqual(info.nonce, nonce)) throw new NoTimeStamp('it answered another request');
  const at = info.genTime;
  if (!(Math.abs(at.getTime() - now.getTime()) <= tolerance)) {
    throw new NoTimeStamp(`its clock says ${at.toISOString()}, ours ${now.toISOString()}`);
  }
  const signer = await signerOf(signed, content);
  const own = new X509Certificate(Buffer.from(signer.toSchema().toBER()));
  if (!stampsTime(signer)) throw new NoTimeStamp('its certificate is not for time stamps');
  if (!isNamed(signed, own)) throw new NoTimeStamp('its token does not name its certificate');
  const chain = chainOf(own, { among: certificates, trusted, at });
  if (!chain) throw new NoTimeStamp(`its certificate is not trusted: ${own.issuer.replaceAll('\n', ', ')}`);
  return { der, at, chain };
}

/** Reads a token without checking it. */
export function readToken(der: Buffer): { signed: SignedData; info: TSTInfo; certificates: X509Certificate[] } {
  const outer = parsed(() => ContentInfo.fromBER(view(der)), 'its token cannot be read');
  const signed = parsed(() => new SignedData({ schema: outer.content }), 'its token cannot be read');
  const { eContentType, eContent } = signed.encapContentInfo;
  if (eContentType !== oid.timeStampInfo || !eContent) throw new NoTimeStamp('its token says nothing of a time');
  const info = parsed(() => TSTInfo.fromBER(eContent.getValue()), 'its token cannot be read');
  const certificates = (signed.certificates ?? [])
    .filter((one) => one instanceof Certificate)
    .map((one) => new X509Certificate(Buffer.from(one.toSchema().toBER())));
  return { signed, info, certificates };
}

/** The certificate whose key signed the token; it must be the only signer (RFC 3161, 2.4.2). */
async function signerOf(signed: SignedData, content: Uint8Array): Promise<Certificate> {
  const [signer, ...more] = signed.signerInfos;
  if (!signer || more.length > 0) throw new NoTimeStamp('its token is not signed by one signer');
  if (!digests.has(signer.digestAlgorithm.algorithmId)) throw new NoTimeStamp('its token is signed with a weak digest');
  const type = attributeOf(signed, oid.contentType)?.values[0];
  if (!(type instanceof ObjectIdentifier) || type.valueBlock.toString() !== oid.timeStampInfo) {
    throw new NoTimeStamp('its signature is not of a time stamp');
  }
  const { signatureVerified, signerCertificate } = await signed
    .verify({ signer: 0, data: view(content), extendedMode: true })
    .catch((cause: unknown) => {
      throw new NoTimeStamp('its signature cannot be verified', { cause });
    });
  if (!signatureVerified || !signerCertificate) throw new NoTimeStamp('its signature is wrong');
  return signerCertificate;
}

/** RFC 3161, 2.3: the key may be used for time stamps alone, and the extension that says so is critical. */
function stampsTime({ extensions = [] }: Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === oid.extendedKeyUsage);
  const purposes = (usage?.parsedValue as ExtKeyUsage | undefined)?.keyPurposes ?? [];
  return usage?.critical === true && purposes.length === 1 && purposes[0] === oid.timeStamping;
}

const attributeOf = ({ signerInfos }: SignedData, type: string): Attribute | undefined =>
  signerInfos[0]?.signedAttrs?.attributes.find((attribute) => attribute.type === type);

/** Whether the token names the certificate by its digest (ESSCertID of RFC 2634, or ESSCertIDv2 of RFC 5816). */
function isNamed(signed: SignedData, { raw }: X509Certificate): boolean {
  const newer = attributeOf(signed, oid.signingCertificateV2);
  const ids = partsOf(partsOf((newer ?? attributeOf(signed, oid.signingCertificate))?.values[0])[0])[0];
  const [first, second] = partsOf(ids);
  const algorithm = first instanceof Sequence ? partsOf(first)[0] : undefined;
  const name = algorithm instanceof ObjectIdentifier ? digests.get(algorithm.valueBlock.toString()) : 'sha256';
  const digest = first instanceof OctetString ? first : second;
  if (!(digest instanceof OctetString) || name === undefined) return false;
  return isEqual(
    digest,
    createHash(newer ? name : 'sha1')
      .update(raw)
      .digest(),
  );
}

const partsOf = (block: unknown): BaseBlock[] =>
  (block instanceof Sequence ? block.valueBlock.value : []) as BaseBlock[];

const isEqual = ({ valueBlock }: Integer | OctetString, bytes: Uint8Array): boolean =>
  Buffer.from(valueBlock.valueHexView).equals(bytes);

function parsed<T>(parse: () => T, otherwise: string): T {
  try {
    return parse();
  } catch (cause) {
    throw new NoTimeStamp(otherwise, { cause });
  }
}
