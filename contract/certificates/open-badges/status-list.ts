import { base64urlnopad } from '@scure/base';
import { z } from 'zod/mini';
import type { StatusEntry } from './badge.ts';
import { credentialsContext } from './contexts.ts';
import { DateTimeStamp } from './data-integrity.ts';

/** The places in a status list; with fewer, a verifier that asks for the list could be told apart by its place. */
export const listLength = 131_072;

/** A list says for a place whether the badge was withdrawn (W3C Bitstring Status List 1.0). */
export const StatusList = z.looseObject({
  '@context': z.tuple([z.literal(credentialsContext)]),
  id: z.string(),
  type: z.array(z.string()).check(z.refine((type) => type.includes('BitstringStatusListCredential'))),
  issuer: z.string(),
  validFrom: DateTimeStamp,
  validUntil: DateTimeStamp,
  credentialSubject: z.looseObject({
    type: z.literal('BitstringStatusList'),
    statusPurpose: z.string(),
    encodedList: z.string().check(z.regex(/^u[\w-]+$/)),
  }),
  proof: z.looseObject({}),
});
export type StatusList = z.infer<typeof StatusList>;

const piped = async (bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream) =>
  new Response(new Blob([bytes]).stream().pipeThrough(through));

/** A list in which these places are set, as `encodedList`. */
export async function encodeList(places: Iterable<number>): Promise<string> {
  const bits = new Uint8Array(listLength / 8);
  for (const place of places) bits[place >> 3] = (bits[place >> 3] ?? 0) | (0x80 >> (place & 7));
  const zipped = await (await piped(bits, new CompressionStream('gzip'))).arrayBuffer();
  return `u${base64urlnopad.encode(new Uint8Array(zipped))}`;
}

/**
 * Whether a list has the place of an entry set. Of a list that is not unpacked within a megabyte, or is too short for
 * the place, nothing can be said.
 */
export async function isSet({ credentialSubject }: StatusList, entry: StatusEntry): Promise<boolean | undefined> {
  const { statusPurpose, encodedList } = credentialSubject;
  if (statusPurpose !== entry.statusPurpose) return undefined;
  const bits = await unpacked(encodedList.slice(1)).catch(() => undefined); // it is no gzip
  const place = Number(entry.statusListIndex);
  const byte = bits?.[Math.floor(place / 8)];
  return byte === undefined ? undefined : (byte & (0x80 >> (place % 8))) !== 0;
}

const mostBytes = 1024 * 1024;

async function unpacked(encoded: string): Promise<Uint8Array | undefined> {
  const { body } = await piped(Uint8Array.from(base64urlnopad.decode(encoded)), new DecompressionStream('gzip'));
  const whole = new Uint8Array(mostBytes);
  let length = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    if (length + part.length > mostBytes) return undefined;
    whole.set(part, length);
    length += part.length;
  }
  return whole.subarray(0, length);
}
