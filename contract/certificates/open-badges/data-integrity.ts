import { verifyAsync } from '@noble/ed25519';
import { base58 } from '@scure/base';
import { z } from 'zod/mini';
import { contexts } from './contexts.ts';

/** A time with its zone (xsd:dateTimeStamp), as all of a credential's times are. */
export const DateTimeStamp = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/))
  .check(z.refine((text) => !Number.isNaN(Date.parse(text))));

/** A proof of the cryptosuite eddsa-rdfc-2022 (W3C Data Integrity EdDSA Cryptosuites 1.0). */
export const Proof = z.looseObject({
  type: z.literal('DataIntegrityProof'),
  cryptosuite: z.literal('eddsa-rdfc-2022'),
  created: z.optional(DateTimeStamp),
  expires: z.optional(DateTimeStamp),
  verificationMethod: z.string(),
  proofPurpose: z.literal('assertionMethod'),
  proofValue: z.string(),
});
export type Proof = z.infer<typeof Proof>;

/** A document in JSON-LD. */
export type Document = Record<string, unknown>;

/** The multicodec of an Ed25519 public key. */
const ed25519 = [0xed, 0x01] as const;

/** A public key as Multikey (W3C Controlled Identifiers 1.0). @param key 32 bytes. */
export const toMultikey = (key: Uint8Array): string => `z${base58.encode(Uint8Array.of(...ed25519, ...key))}`;

/** The 32 bytes of an Ed25519 key in a Multikey; undefined for another kind of key. */
export function keyOf(multikey: string): Uint8Array | undefined {
  const bytes = bytesIn(multikey);
  return bytes?.length === 34 && ed25519.every((byte, at) => bytes[at] === byte) ? bytes.subarray(2) : undefined;
}

function bytesIn(multibase: string): Uint8Array | undefined {
  if (!/^z[1-9A-HJ-NP-Za-km-z]{1,100}$/.test(multibase)) return undefined;
  return base58.decode(multibase.slice(1));
}

/** Thrown for a document that has no RDF, or too much of it to be brought into its canonical form. */
export class NoRdf extends Error {}

/**
 * Signs a document, and returns it with its proof.
 *
 * @param options.sign returns an Ed25519 signature of 64 bytes.
 * @throws NoRdf
 */
export async function signDocument<D extends Document>(
  document: D,
  {
    created,
    verificationMethod,
    sign,
  }: { created: string; verificationMethod: string; sign: (message: Uint8Array) => Uint8Array | Promise<Uint8Array> },
): Promise<D & { proof: Proof }> {
  const proof = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-rdfc-2022',
    created,
    verificationMethod,
    proofPurpose: 'assertionMethod',
  } as const;
  const signature = await sign(await signedBytes(document, proof));
  return { ...document, proof: { ...proof, proofValue: `z${base58.encode(signature)}` } };
}

/** Whether a key has signed a document with this proof, of the document's own. */
export async function isSignedBy(
  key: Uint8Array,
  { proof: _, ...document }: Document,
  { proofValue, ...proof }: Proof,
): Promise<boolean> {
  const signature = bytesIn(proofValue);
  if (signature?.length !== 64) return false;
  return verifyAsync(signature, await signedBytes(document, proof), key, { zip215: false });
}

/** The bytes that are signed: the digests of the proof's options and of the document (3.2.3, Hashing). */
async function signedBytes(document: Document, options: Omit<Proof, 'proofValue'>): Promise<Uint8Array> {
  const context = document['@context'];
  const digests = [await digestOf({ ...options, '@context': context }), await digestOf(document)];
  return Uint8Array.from(digests.flatMap((digest) => [...digest]));
}

async function digestOf(document: Document): Promise<Uint8Array> {
  const canonical = new TextEncoder().encode(await canonize(document));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', canonical));
}

/** The time for the canonical form of a document, in milliseconds; a badge takes some ten. */
const patience = 5_000;

/**
 * The canonical form of a document (RDFC-1.0). Terms that its contexts do not define are refused, since a signature
 * does not cover them. A graph made to take forever is refused too: its work may grow no faster than its size.
 */
async function canonize(document: Document): Promise<string> {
  const options = {
    algorithm: 'RDFC-1.0',
    format: 'application/n-quads',
    safe: true,
    base: null,
    documentLoader: fromFiles,
    canonizeOptions: { maxWorkFactor: 1, signal: AbortSignal.timeout(patience) },
  };
  const { default: jsonld } = await import('jsonld'); // on first use: it takes a tenth of a second to load
  try {
    const canonical: unknown = await jsonld.canonize(document, options as object);
    return String(canonical);
  } catch (cause) {
    if (cause instanceof RangeError) throw new NoRdf('It is nested too deeply', { cause }); // for the library's recursion
    throw new NoRdf(cause instanceof Error ? cause.message : 'It has no canonical form', { cause });
  }
}

async function fromFiles(url: string) {
  const document = contexts.get(url);
  if (!document) throw new NoRdf(`The context ${url} is not known here`);
  return { contextUrl: undefined, documentUrl: url, document };
}
