import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import {
  BitString,
  Constructed,
  fromBER,
  Integer,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Set as SetOf,
  Utf8String,
} from 'asn1js';
import { jwkOf } from '../up-statement.ts';

// The request for the certificate of a ship's computer (PKCS #10, RFC 2986). The computer sends its public key and the
// signature alone, and the academy puts the request together: so it can name nothing but the ship's own host.

const oid = {
  commonName: '2.5.4.3',
  extensionRequest: '1.2.840.113549.1.9.14',
  subjectAltName: '2.5.29.17',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
};

/** What a ship's computer sends: its public key (P-256; 65 bytes), and the signature as DER, both in base64url. */
export type SignedRequest = { key: string; signature: string };

type Element = Sequence | Integer | ObjectIdentifier | Utf8String | Constructed | OctetString | SetOf;
const sequence = (...value: Element[]) => new Sequence({ value });
const bytesOf = (element: Sequence) => new Uint8Array(element.toBER());

/** The part of a request that is signed: version, name, key, and the host as the only alternative name. */
function requestInfo(key: KeyObject, host: string): Sequence {
  const type = (value: string) => new ObjectIdentifier({ value });
  const named = sequence(type(oid.commonName), new Utf8String({ value: host }));
  const dnsName = new Primitive({
    idBlock: { tagClass: 3, tagNumber: 2 },
    valueHex: Uint8Array.from(Buffer.from(host)),
  });
  const names = new Sequence({ value: [dnsName] });
  const extension = sequence(type(oid.subjectAltName), new OctetString({ valueHex: bytesOf(names) }));
  const attribute = sequence(type(oid.extensionRequest), new SetOf({ value: [sequence(extension)] }));
  const { result } = fromBER(Uint8Array.from(key.export({ format: 'der', type: 'spki' })));
  return sequence(
    new Integer({ value: 0 }),
    sequence(new SetOf({ value: [named] })),
    result as Sequence,
    new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [attribute] }),
  );
}

/** The public key in 65 bytes, in base64url. @param key a public or private key on P-256. */
export function keyText(key: KeyObject): string {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString(
    'base64url',
  );
}

/** Signs the request of a private key for a host. */
export const signRequest = (privateKey: KeyObject, host: string): SignedRequest => ({
  key: keyText(privateKey),
  signature: sign('sha256', bytesOf(requestInfo(createPublicKey(privateKey), host)), privateKey).toString('base64url'),
});

/** The request as PEM; undefined if it is for another host, or was not signed by its key. */
export function requestPem({ key, signature }: SignedRequest, host: string): string | undefined {
  const publicKey = publicKeyIn(key);
  if (!publicKey) return undefined;
  const info = requestInfo(publicKey, host);
  const signed = Buffer.from(signature, 'base64url');
  if (!verify('sha256', bytesOf(info), publicKey, signed)) return undefined;
  const algorithm = sequence(new ObjectIdentifier({ value: oid.ecdsaWithSha256 }));
  const request = new Sequence({ value: [info, algorithm, new BitString({ valueHex: Uint8Array.from(signed) })] });
  const lines =
    Buffer.from(bytesOf(request))
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE REQUEST-----', ...lines, '-----END CERTIFICATE REQUEST-----', ''].join('\n');
}

/** A public key from its 65 bytes; undefined for what is no point of the curve. */
function publicKeyIn(key: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwkOf(key), format: 'jwk' });
  } catch {
    return undefined;
  }
}
