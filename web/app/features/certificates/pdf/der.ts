import {
  type AsnType,
  Constructed,
  fromBER,
  GeneralizedTime,
  ObjectIdentifier,
  OctetString,
  Sequence,
  type Set as SetOf,
  UTCTime,
} from 'asn1js';

/** Thrown for a signature, certificate or time stamp in another form. */
export class BadCms extends Error {}

/** The library throws for some values that it cannot read, such as times, and reports an error for others. */
function read(der: Uint8Array): ReturnType<typeof fromBER> {
  try {
    return fromBER(Uint8Array.from(der));
  } catch (cause) {
    throw new BadCms('This is not in DER', { cause });
  }
}

/** Reads the value with which bytes begin, and tells its length. @throws BadCms */
export function parsed(der: Uint8Array): { block: AsnType; length: number } {
  const { offset, result } = read(der);
  if (offset < 0 || result.error || result.lenBlock.isIndefiniteForm) throw new BadCms('This is not in DER');
  return { block: result, length: offset };
}

/** A value by its tag and its length alone. What is in it is not read, and may be in disorder. */
export type Part = { tag: number; content: Uint8Array; der: Uint8Array };

/** The value with which bytes begin. @throws BadCms unless it has a tag of one byte and a definite length. */
export function partWith(bytes: Uint8Array): Part {
  const [tag = 0x1f, short = 0x80] = bytes;
  const more = short < 0x80 ? 0 : short - 0x80;
  const from = 2 + more;
  const length = more === 0 ? short : bytes.subarray(2, from).reduce((sum, byte) => 256 * sum + byte, 0);
  const to = from + length;
  if ((tag & 0x1f) === 0x1f || short === 0x80 || more > 4 || to > bytes.length) {
    throw new BadCms('This is not in DER');
  }
  return { tag, content: bytes.subarray(from, to), der: bytes.subarray(0, to) };
}

/**
 * The first values in a value, all of them unless `most` is given, and the bytes that follow them.
 *
 * @throws BadCms unless the value has this tag.
 */
export function partsOf(
  part: Part | undefined,
  tag: number,
  most = Number.POSITIVE_INFINITY,
): { parts: Part[]; rest: Uint8Array } {
  if (part?.tag !== tag) throw new BadCms('The signature has another form');
  const parts: Part[] = [];
  let rest = part.content;
  while (rest.length > 0 && parts.length < most) {
    const next = partWith(rest);
    parts.push(next);
    rest = rest.subarray(next.der.length);
  }
  return { parts, rest };
}

type Kind = typeof Sequence | typeof SetOf | typeof Constructed;

/** The parts of a value. @throws BadCms unless it is of this kind. */
export function childrenOf(block: AsnType | undefined, kind: Kind): AsnType[] {
  if (block instanceof kind) return (block as Sequence).valueBlock.value as AsnType[];
  throw new BadCms('The signature has another form');
}

/** @throws BadCms unless it is an object identifier. */
export function idOf(block: AsnType | undefined): string {
  if (block instanceof ObjectIdentifier) return block.getValue();
  throw new BadCms('The signature has another form');
}

/** The identifier of an algorithm, without its parameters. @throws BadCms */
export const algorithmOf = (block: AsnType | undefined): string => idOf(childrenOf(block, Sequence)[0]);

/** @throws BadCms unless it is an octet string. */
export function octets(block: AsnType | undefined): Uint8Array {
  if (block instanceof OctetString) return Uint8Array.from(block.valueBlock.valueHexView);
  throw new BadCms('The signature has another form');
}

/** @throws BadCms unless it is a time that exists. */
export function timeOf(block: AsnType | undefined): Date {
  const time = block instanceof UTCTime || block instanceof GeneralizedTime ? block.toDate() : new Date(Number.NaN);
  if (Number.isNaN(time.getTime())) throw new BadCms('There is no time');
  return time;
}

const contextSpecific = 3;
/** Whether a value has this tag of its context. */
export const isTagged = (block: AsnType | undefined, tag: number): block is AsnType =>
  block instanceof Constructed && block.idBlock.tagClass === contextSpecific && block.idBlock.tagNumber === tag;

/** The bytes of a value, with its tag and length. */
export const derOf = (block: AsnType): Uint8Array => Uint8Array.from(block.valueBeforeDecodeView);

export const isSameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

/** Bytes in pairs of hexadecimal digits, as fingerprints are written. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
