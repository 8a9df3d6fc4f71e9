import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import {
  type CertBag,
  Certificate,
  PFX,
  type PKCS8ShroudedKeyBag,
  type PrivateKeyInfo,
  type SafeContents,
} from 'pkijs';

/**
 * The key and certificates for signing a PDF, all in PEM: the key (PKCS#8), its certificate, and those of the issuing
 * authorities.
 */
export type PdfIdentity = { privateKey: string; certificates: readonly string[] };

/**
 * Thrown for a file that is not a PKCS#12 file with a key and its certificate; the message tells the administrator why.
 */
export class BadKeyFile extends Error {}

const utf16 = (password: string) => new TextEncoder().encode(password).buffer;
const kinds = {
  plainKey: '1.2.840.113549.1.12.10.1.1',
  key: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
};

/**
 * Reads the key and its certificates from a PKCS#12 file (RFC 7292), as certificate authorities deliver it.
 *
 * @throws BadKeyFile when the file is something else, the password is wrong, its encryption is an old one that no
 *   current library reads, or it has no RSA or P-256 key with a certificate of its own.
 */
export async function readPkcs12(file: Uint8Array, password: string): Promise<PdfIdentity> {
  const bags = await openedBags(file, password);
  const keyBag = bags.find(({ bagId }) => bagId === kinds.key || bagId === kinds.plainKey)?.bagValue;
  const info = (keyBag as PKCS8ShroudedKeyBag | undefined)?.parsedValue ?? (keyBag as PrivateKeyInfo | undefined);
  if (!info) throw new BadKeyFile('it holds no private key');
  const key = createPrivateKey({ key: Buffer.from(info.toSchema().toBER()), format: 'der', type: 'pkcs8' });
  const isUsable =
    key.asymmetricKeyType === 'rsa' ||
    (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1');
  if (!isUsable) throw new BadKeyFile('its key is neither RSA nor ECDSA on P-256');
  const certificates = bags
    .filter(({ bagId }) => bagId === kinds.certificate)
    .map(({ bagValue }) => (bagValue as CertBag).parsedValue)
    .filter((value) => value instanceof Certificate)
    .map((certificate) => new X509Certificate(Buffer.from(certificate.toSchema().toBER())));
  const own = certificates.find((certificate) => certificate.publicKey.equals(createPublicKey(key)));
  if (!own) throw new BadKeyFile('it holds no certificate of its key');
  const others = certificates.filter((certificate) => certificate !== own);
  return {
    privateKey: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
    certificates: [own, ...others].map(String),
  };
}

async function openedBags(file: Uint8Array, password: string): Promise<SafeContents['safeBags']> {
  const pfx = readable(file);
  const secret = utf16(password);
  try {
    await pfx.parseInternalValues({ password: secret, checkIntegrity: true });
    const safe = pfx.parsedValue?.authenticatedSafe;
    if (!safe) throw new BadKeyFile('it is no PKCS#12 file');
    await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password: secret })) });
    const contents: { value: SafeContents }[] = safe.parsedValue.safeContents;
    const bags = contents.flatMap(({ value }) => value.safeBags);
    for (const { bagId, bagValue } of bags) {
      if (bagId === kinds.key) await opened(bagValue as PKCS8ShroudedKeyBag, secret);
    }
    return bags;
  } catch (error) {
    if (error instanceof BadKeyFile) throw error;
    const hint = 'the password is wrong, or its encryption is an old one (openssl pkcs12 -export writes a current one)';
    throw new BadKeyFile(hint, { cause: error });
  }
}

function readable(file: Uint8Array): PFX {
  try {
    return PFX.fromBER(new Uint8Array(file).buffer);
  } catch (error) {
    throw new BadKeyFile('it is no PKCS#12 file', { cause: error });
  }
}

/** The method is private in the library's types, but nothing else decrypts a bag. */
const opened = (bag: PKCS8ShroudedKeyBag, password: ArrayBuffer): Promise<void> =>
  (bag as unknown as { parseInternalValues(parameters: { password: ArrayBuffer }): Promise<void> }).parseInternalValues(
    {
      password,
    },
  );
