import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Assertion, Attestation, CreationOptions, RequestOptions } from '@fairlead/contract/accounts/passkeys';

/** The conditions under which a passkey is used, and what the device reports; omitted values are correct. */
export type Circumstances = {
  /** The origin of the requesting page, as the browser sees it. */
  origin?: string;
  /** The relying party's host, as given to the device. */
  rpId?: string;
  /** Whether the device has verified its user. */
  verified?: boolean;
  /** Whether the page is embedded in a page of another site. */
  crossOrigin?: boolean;
  counter?: number;
  /** The type of request that the browser reports. */
  type?: 'webauthn.get' | 'webauthn.create';
  /** The user handle that the device reports. */
  userHandle?: string;
  /** The attestation format of the device. */
  format?: 'none' | 'packed';
};

type Key = { id: Buffer; privateKey: KeyObject; userHandle: string; cose: Buffer };

const site = 'https://academy.example';

/** A WebAuthn authenticator in software: one passkey (ES256), no attestation, a counter that increases by one. */
export class Authenticator {
  #key: Key | undefined;
  #counter = 0;
  readonly #site: string;

  constructor(siteUrl = site) {
    this.#site = siteUrl;
  }

  /** Creates a passkey; `id` gives it the id of another one. */
  create(
    { challenge, rp, user }: Pick<CreationOptions, 'challenge' | 'rp' | 'user'>,
    { id = randomBytes(32), ...circumstances }: Circumstances & { id?: Buffer } = {},
  ): Attestation {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const point = (text: string) => Buffer.from(text, 'base64url');
    const cose = cbor(new Map<number, Value>([[1, 2], [3, -7], [-1, 1], [-2, point(x)], [-3, point(y)]])); // biome-ignore format: a COSE key
    this.#key = { id, privateKey, userHandle: user.id, cose };
    const clientData = this.#clientData('webauthn.create', challenge, circumstances);
    const authData = Buffer.concat([
      this.#authData({ rpId: rp.id, ...circumstances }, 0x40),
      randomBytes(16),
      Buffer.from([id.length >> 8, id.length & 255]),
      ...[id, cose],
    ]);
    const { format = 'none' } = circumstances;
    const statement = format === 'none' ? new Map() : new Map<string, Value>([['x5c', randomBytes(9)]]);
    const object = new Map<string, Value>([['fmt', format], ['attStmt', statement], ['authData', authData]]); // biome-ignore format: one object
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: cbor(object).toString('base64url'),
      transports: ['internal'],
    };
    return { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key', response };
  }

  /** Signs a challenge with the passkey; `as` reports the id of another device's passkey. */
  sign(
    { challenge, rpId }: Pick<RequestOptions, 'challenge' | 'rpId'>,
    { as, ...circumstances }: Circumstances & { as?: string } = {},
  ): Assertion {
    if (!this.#key) throw new Error('this device has no key yet');
    const clientData = this.#clientData('webauthn.get', challenge, circumstances);
    const authData = this.#authData({ rpId, ...circumstances });
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    const id = as ?? this.#key.id.toString('base64url');
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#key.privateKey).toString('base64url'),
      userHandle: circumstances.userHandle ?? this.#key.userHandle,
    };
    return { id, rawId: id, type: 'public-key', response };
  }

  /** The id of the passkey. */
  get id(): Buffer {
    if (!this.#key) throw new Error('this device has no key yet');
    return this.#key.id;
  }

  #clientData(type: string, challenge: string, { origin = this.#site, crossOrigin = false, ...given }: Circumstances) {
    return Buffer.from(JSON.stringify({ type: given.type ?? type, challenge, origin, crossOrigin }));
  }

  #authData({ rpId = '', verified = true, counter }: Circumstances, flags = 0): Buffer {
    const count = Buffer.alloc(4);
    this.#counter = counter ?? this.#counter + 1;
    count.writeUInt32BE(this.#counter);
    const said = 0x01 | (verified ? 0x04 : 0) | flags;
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([said]), count]);
  }
}

type Value = number | string | Buffer | Map<number | string, Value>;

/** CBOR (RFC 8949) encoding of the types that a device sends: integers, texts, bytes and maps. */
function cbor(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
