import { createPublicKey, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { BitString, Integer, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, Certificate, Extension, ExtKeyUsage, Time, TimeType } from 'pkijs';

const oid = {
  commonName: '2.5.4.3',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  /** RFC 9336: document signing, and nothing else. */
  documentSigning: '1.3.6.1.5.5.7.3.36',
};

/** Bits 0 and 1 of RFC 5280, 4.2.1.3: digitalSignature and nonRepudiation. */
const signsDocuments = new Uint8Array([0b1100_0000]).buffer;
/** Long, because a file is verified for as long as somebody keeps it. Rotation replaces the key, not this date. */
const years = 30;

/**
 * A self-signed X.509 certificate (RFC 5280) for signing documents in the academy's name.
 *
 * @param key its private key, ECDSA P-256.
 * @returns PEM.
 */
export async function selfSignedCertificate(key: KeyObject, academy: string, from: Date): Promise<string> {
  const certificate = new Certificate();
  certificate.version = 2;
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40; // positive, and of constant length
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array(serial).buffer });
  // X.520 limits it to 64 characters.
  const value = new Utf8String({ value: Array.from(academy).slice(0, 64).join('') });
  const named = new AttributeTypeAndValue({ type: oid.commonName, value });
  for (const name of [certificate.subject, certificate.issuer]) name.typesAndValues.push(named);
  certificate.notBefore = new Time({ value: from });
  const until = new Date(Date.UTC(from.getUTCFullYear() + years, from.getUTCMonth(), 1));
  certificate.notAfter = new Time({ type: TimeType.GeneralizedTime, value: until });
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const der = (type: 'pkcs8' | 'spki') =>
    type === 'pkcs8' ? key.export({ format: 'der', type }) : createPublicKey(key).export({ format: 'der', type });
  const publicKey = await crypto.subtle.importKey('spki', der('spki'), algorithm, true, ['verify']);
  const privateKey = await crypto.subtle.importKey('pkcs8', der('pkcs8'), algorithm, false, ['sign']);
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  certificate.extensions = [
    new Extension({
      extnID: oid.keyUsage,
      critical: true,
      extnValue: new BitString({ valueHex: signsDocuments, unusedBits: 6 }).toBER(),
    }),
    new Extension({
      extnID: oid.extendedKeyUsage,
      extnValue: new ExtKeyUsage({ keyPurposes: [oid.documentSigning] }).toSchema().toBER(),
    }),
  ];
  await certificate.sign(privateKey, 'SHA-256');
  return String(new X509Certificate(Buffer.from(certificate.toSchema(true).toBER())));
}
