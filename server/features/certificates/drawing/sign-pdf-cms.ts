import { createHash, createPrivateKey, webcrypto, X509Certificate } from 'node:crypto';
import { fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import type { PdfIdentity } from '../../../platform/keys/keys.ts';

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signatureTimeStamp: '1.2.840.113549.1.9.16.2.14',
};

const sha256 = (bytes: Uint8Array) => new OctetString({ valueHex: createHash('sha256').update(bytes).digest() });
const attribute = (type: string, value: unknown) => new Attribute({ type, values: [value] });
const view = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** A detached CMS signature (RFC 5652) with the attributes that CAdES-B requires. */
export async function cmsOver(content: Buffer, { key, ders, certificates }: Signer): Promise<Buffer> {
  const own = certificates[0];
  const ownDer = ders[0];
  if (!own || !ownDer) throw new Error('The key for PDFs has no certificate');
  // RFC 5035: identifies the signing certificate, so that another one with the same key cannot be substituted.
  const essCertId = new Sequence({ value: [sha256(ownDer)] });
  const signingCertificate = new Sequence({ value: [new Sequence({ value: [essCertId] })] });
  const signedData = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(oid.contentType, new ObjectIdentifier({ value: oid.data })),
            attribute(oid.messageDigest, sha256(content)),
            attribute(oid.signingCertificateV2, signingCertificate),
          ],
        }),
      }),
    ],
    certificates,
  });
  await signedData.sign(key, 0, 'SHA-256', view(content));
  return derOf(signedData);
}

/**
 * The bytes that a time stamp of a signature covers (ETSI EN 319 122-1, 5.3): the value of the signature in its CMS.
 */
export function signatureValue(cms: Buffer): Buffer {
  const { signer } = read(cms);
  return Buffer.from(signer.signature.valueBlock.valueHexView);
}

/** The CMS with a token as its unsigned attribute signature-time-stamp; what the signature covers does not change. */
export function withSignatureTimeStamp(cms: Buffer, token: Buffer): Buffer {
  const { signedData, signer } = read(cms);
  const stamp = attribute(oid.signatureTimeStamp, fromBER(view(token)).result);
  signer.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes: [stamp] });
  return derOf(signedData);
}

/** The token that withSignatureTimeStamp has added; undefined if there is none. */
export function signatureTimeStamp(cms: Buffer): Buffer | undefined {
  const stamp = read(cms).signer.unsignedAttrs?.attributes.find(({ type }) => type === oid.signatureTimeStamp);
  return stamp && Buffer.from(stamp.values[0].toBER());
}

/** The certificates that a CMS contains. */
export const certificatesIn = (cms: Buffer): X509Certificate[] =>
  (read(cms).signedData.certificates ?? [])
    .filter((one) => one instanceof Certificate)
    .map((one) => new X509Certificate(Buffer.from(one.toSchema().toBER())));

function read(cms: Buffer) {
  const signedData = new SignedData({ schema: ContentInfo.fromBER(view(cms)).content });
  const [signer] = signedData.signerInfos;
  if (!signer) throw new Error('The signature has no signer');
  return { signedData, signer };
}

function derOf(signedData: SignedData): Buffer {
  const info = new ContentInfo({ contentType: oid.signedData, content: signedData.toSchema(true) });
  return Buffer.from(info.toSchema().toBER());
}

/** An identity in the form that pkijs needs: the key and its certificates, the signer's own first, also DER-encoded. */
export type Signer = { key: webcrypto.CryptoKey; ders: Buffer[]; certificates: Certificate[] };

const signers = new Map<string, Promise<Signer>>();

/**
 * Cached, since many certificates are signed with one identity: parsing it each time took a fifth of the signing time.
 */
export function signerOf(identity: PdfIdentity): Promise<Signer> {
  const name = [identity.privateKey, ...identity.certificates].join('');
  const known = signers.get(name);
  if (known) return known;
  const signer = readSigner(identity);
  signers.clear(); // A different identity means that the key was rotated.
  signers.set(name, signer);
  return signer;
}

async function readSigner(identity: PdfIdentity): Promise<Signer> {
  const privateKey = createPrivateKey(identity.privateKey);
  const algorithm =
    privateKey.asymmetricKeyType === 'rsa'
      ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
      : { name: 'ECDSA', namedCurve: 'P-256' };
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
  const ders = identity.certificates.map((pem) => new X509Certificate(pem).raw);
  return {
    key: await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']),
    ders,
    certificates: ders.map((der) => Certificate.fromBER(view(der))),
  };
}
