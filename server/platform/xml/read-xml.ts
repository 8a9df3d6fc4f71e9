import { groupDigits } from '@fairlead/contract/values/numbers';
import { parseXml, XmlComment, XmlElement, XmlError, XmlText } from '@rgrove/parse-xml';
import { Refusal } from '../inspection/refusal.ts';
import { decodeText } from '../tables/decode-text.ts';

/** More elements inside each other than any format that is read here has. */
const deepest = 100;
/** More elements and attributes than a file of 2,000 questions has, of which each becomes an object: 100 MB. */
const mostParts = 500_000;

/** An XML document, and the line of each of its elements, counted from 1. */
export type Xml = { root: XmlElement; lineOf: (element: XmlElement) => number };

/**
 * Decodes XML as it declares: a byte order mark counts first, then the encoding of its declaration, and UTF-8 without
 * either.
 *
 * @param where the file in sentences: 'This file', or the name of an entry.
 * @throws Refusal for an encoding that is not known, and for bytes that are none of it.
 */
export function decodeXml(bytes: Uint8Array, where: string): string {
  const hasMark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const isWide = hasMark || bytes[0] === 0 || bytes[1] === 0;
  if (isWide) return decodeWide(bytes, where);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declaration = head.slice(0, Math.max(0, head.indexOf('?>')));
  const label = /encoding ?= ?["']([\w.:-]{1,40})["']/.exec(declaration)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes).replace(/^\ufeff/, '');
  } catch (error) {
    if (error instanceof RangeError)
      throw new Refusal(`${where} says that it is written in ${label}, which is not known.`, { cause: error });
    throw new Refusal(`${where} says that it is written in ${label}, but it has other bytes. Please export it again.`, {
      cause: error,
    });
  }
}

function decodeWide(bytes: Uint8Array, where: string): string {
  try {
    return decodeText(bytes).replace(/^\ufeff/, '');
  } catch (cause) {
    throw new Refusal(`${where} is not XML: it has bytes that are no text. Please export it again.`, { cause });
  }
}

/**
 * Reads XML without entities of its own: they can multiply without end, and can name other files.
 *
 * @param where as of `decodeXml`.
 * @throws Refusal for a text that is broken, declares entities, is too deep, or has too many elements.
 */
export function readXml(text: string, where: string): Xml {
  if (/<!ENTITY/i.test(text))
    throw new Refusal(`${where} declares entities of its own, which are not accepted. Please export it again.`);
  requireFewParts(text, where);
  try {
    const { root } = parseXml(text, { includeOffsets: true, preserveComments: true });
    if (!root) throw new Refusal(`${where} has no content.`);
    requireShallow(root, where);
    return { root, lineOf: linesOf(text) };
  } catch (error) {
    if (error instanceof XmlError) throw new Refusal(broken(error, where), { cause: error });
    // the parser's own recursion
    if (error instanceof RangeError) throw new Refusal(tooDeep(where), { cause: error });
    throw error;
  }
}

const tooDeep = (where: string) => `${where} has too many elements inside each other.`;

function broken({ line, message }: XmlError, where: string): string {
  const [what = ''] = message.split(/ \(line |\n/, 1);
  return `${where} is broken at line ${line}: ${what.trim().replace(/\.$/, '')}.`;
}

function requireShallow(root: XmlElement, where: string): void {
  let level: XmlElement[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) throw new Refusal(tooDeep(where));
    level = level.flatMap((element) => elementsIn(element));
  }
}

/** Counts elements, comments, instructions and attributes before the parser makes objects of them. */
function requireFewParts(text: string, where: string): void {
  let parts = 0;
  const countOne = () => {
    parts += 1;
    if (parts <= mostParts) return;
    throw new Refusal(`${where} has more than ${groupDigits(mostParts)} elements. Please split it.`);
  };
  /** The position after the next sign; the end of a text without it, which the parser refuses. */
  const after = (sign: string, from: number) => {
    const at = text.indexOf(sign, from);
    return at === -1 ? text.length : at + sign.length;
  };
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      countOne();
      at = after('-->', at + 4);
    } else if (text.startsWith('<![CDATA[', at)) at = after(']]>', at + 9);
    else if (text.startsWith('</', at) || text.startsWith('<!', at)) at += 2;
    else {
      countOne();
      at = afterTag(text, at, countOne);
    }
  }
}

/** The position after the tag that begins at `start`; `>` may stand in the values of its attributes. */
function afterTag(text: string, start: number, countAttribute: () => void): number {
  const sign = /["'>]/g;
  sign.lastIndex = start;
  for (let found = sign.exec(text); found; found = sign.exec(text)) {
    if (found[0] === '>') return sign.lastIndex;
    countAttribute();
    const end = text.indexOf(found[0], sign.lastIndex);
    if (end === -1) break;
    sign.lastIndex = end + 1;
  }
  return text.length;
}

function linesOf(text: string): Xml['lineOf'] {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at);
  return ({ start }) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** The elements directly in another. */
export const elementsIn = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child): child is XmlElement => child instanceof XmlElement);

/** The elements with a name directly in another. */
export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element ? elementsIn(element).filter((child) => child.name === name) : [];

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  childrenOf(element, name)[0];

/** The text of an element; blank for none. */
export const textIn = (element: XmlElement | undefined): string => element?.text.trim() ?? '';

export type { XmlElement };
export { XmlComment, XmlText };
