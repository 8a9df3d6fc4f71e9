const ivBytes = 12;
const algorithm = 'AES-GCM';

/** Bytes that were encrypted with a key, preceded by their initialization vector. */
export type Encrypted = Uint8Array<ArrayBuffer>;
export type Bytes = Uint8Array<ArrayBuffer>;

const encoded = (text: string): Bytes => new TextEncoder().encode(text) as Bytes;

/**
 * Encrypts bytes with AES-GCM.
 *
 * @param about what they are: they are only decrypted under the same words, so that none can stand in another's place.
 */
export async function encrypt(key: CryptoKey, bytes: Bytes, about: string): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const data = await crypto.subtle.encrypt({ name: algorithm, iv, additionalData: encoded(about) }, key, bytes);
  const encrypted = new Uint8Array(ivBytes + data.byteLength);
  encrypted.set(iv);
  encrypted.set(new Uint8Array(data), ivBytes);
  return encrypted;
}

/** @throws DOMException `OperationError` with another key, for other words, or when a bit of it has changed. */
export async function decrypt(key: CryptoKey, encrypted: Encrypted, about: string): Promise<Bytes> {
  const iv = encrypted.subarray(0, ivBytes);
  const parameters = { name: algorithm, iv, additionalData: encoded(about) };
  return new Uint8Array(await crypto.subtle.decrypt(parameters, key, encrypted.subarray(ivBytes)));
}

/** A key for encryption from its bytes; scripts can use it, but not read it. */
export const encryptionKey = (raw: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, algorithm, false, ['encrypt', 'decrypt']);

/** A random one. */
export const newEncryptionKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt']);

export const encryptText = (key: CryptoKey, text: string, about: string): Promise<Encrypted> =>
  encrypt(key, encoded(text), about);

export const decryptText = async (key: CryptoKey, encrypted: Encrypted, about: string): Promise<string> =>
  new TextDecoder().decode(await decrypt(key, encrypted, about));
