import { inflateSync } from 'node:zlib';
import { Refusal } from './refusal.ts';

/** What a PDF's objects are made of (ISO 32000-1, 7.3); of texts, numbers and truth values nothing is kept. */
export type PdfValue = PdfName | PdfRef | PdfDict | PdfValue[] | number | null;
export class PdfName {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
export class PdfRef {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}
/** Every entry as it stands: of two with one key, viewers disagree which counts. */
export class PdfDict {
  readonly entries: [key: string, value: PdfValue][];
  /** Whether a stream of bytes follows it. */
  isStream = false;
  constructor(entries: [string, PdfValue][]) {
    this.entries = entries;
  }
  /** The last value of a key. */
  get(key: string): PdfValue | undefined {
    return this.entries.findLast(([name]) => name === key)?.[1];
  }
}

/** All that a PDF holds, whichever of it a table of contents names. */
export type PdfContent = {
  /** Every object, every revision of it, those in compressed streams last. */
  objects: { number: number; value: PdfValue }[];
  /** The dictionaries that say where a reader begins. */
  trailers: PdfDict[];
};

export const damagedPdf = 'This PDF is damaged or incomplete; please save it again and send the new file.';
export const encryptedPdf = 'This PDF is protected by a password; please save a copy without one and send that.';
const tooComplicated = 'This PDF is too complicated to be checked; please print it to a new PDF and send that.';

/** Bytes that all compressed streams of objects may unfold to: the pictures of a scan are not among them. */
const maxUnfolded = 32 * 2 ** 20;
const maxDepth = 100;
/** Names, numbers and lists in all; a document of 60 pages whose every word is tagged has a tenth of it. */
const maxValues = 2_000_000;

/** Comments between the parts of a header; no program writes one there. */
const maxComments = 50;

const endOfStream = /[\0\t\n\f\r ]{0,4}endstream/y;

/**
 * Reads every object of a PDF from front to back, wherever one begins, so that none is passed over because a table of
 * contents does not name it, or because its bytes lie in another object's. It takes time in proportion to the file.
 *
 * @throws Refusal for what cannot be read to its end, since a viewer might read it, and for passwords.
 */
export function readPdf(bytes: Buffer): PdfContent {
  const text = bytes.toString('latin1');
  const content: PdfContent = { objects: [], trailers: [] };
  const folded: { dict: PdfDict; start: number }[] = [];
  const count = { values: 0 };
  const lastEnd = text.lastIndexOf('endstream');
  const headers = new Headers(text);
  for (let header = headers.next(0), from = 0; header; header = headers.next(from)) {
    const lexer = new Lexer(text, header.end, count);
    const value = lexer.value();
    // In a name or a number the header of the next object can begin: "/A7 0 obj".
    from = typeof value === 'object' && value !== null && !(value instanceof PdfName) ? lexer.at : header.end;
    if (header.number === undefined) {
      if (value instanceof PdfDict) content.trailers.push(value);
      continue;
    }
    content.objects.push({ number: header.number, value });
    if (!(value instanceof PdfDict)) continue;
    const start = lexer.streamStart();
    // The bytes of a stream are looked through for objects too: a table of contents may point among them.
    if (start === undefined) continue;
    if (start > lastEnd) throw new Refusal(damagedPdf);
    value.isStream = true;
    if (value.get('Root') !== undefined) content.trailers.push(value);
    if (value.entries.some(([key, of]) => key === 'Type' && !(of instanceof PdfName))) throw new Refusal(damagedPdf);
    if (isNamed(value.get('Type'), 'ObjStm') || value.get('First') !== undefined) {
      // After anything but a line feed, readers disagree where the bytes begin.
      if (text[start - 1] !== '\n') throw new Refusal(damagedPdf);
      folded.push({ dict: value, start });
    }
  }
  if (content.trailers.some((dict) => dict.get('Encrypt') !== undefined)) throw new Refusal(encryptedPdf);
  let room = maxUnfolded;
  for (const { dict, start } of folded) {
    const unfolded = unfold(dict, bytes.subarray(start, endOf(text, dict, start)), room);
    room -= unfolded.length;
    content.objects.push(...objectsIn(unfolded.toString('latin1'), dict, count));
  }
  return content;
}

/** Where an object begins, by its number, or a trailer, which has none; and where its value may begin. */
type Header = { number: number | undefined; end: number };

const headerStart = /(?<!\d)\d+(?=[\0\t\n\v\f\r %])|trailer/g;
// VT is no white space in a PDF, but is to some readers.
const blank = /[\0\t\n\v\f\r ]*/y;
const generation = /[+-]*\d+/y;
const endOfLine = /[\r\n]|$/g;

/** Finds where objects and trailers begin, with white space and comments of any length in it, in linear time. */
class Headers {
  readonly #text: string;
  /** The last comment that was passed. Each digit in a comment asks for its end. */
  #comment = { start: 0, end: -1 };
  constructor(text: string) {
    this.#text = text;
  }

  /** The next one that begins at `from` or later. */
  next(from: number): Header | undefined {
    headerStart.lastIndex = from;
    for (let found = headerStart.exec(this.#text); found; found = headerStart.exec(this.#text)) {
      const isTrailer = found[0] === 'trailer';
      const after = this.#skip(headerStart.lastIndex);
      if (isTrailer && this.#text.startsWith('<<', after)) return { number: undefined, end: after };
      if (isTrailer) continue;
      generation.lastIndex = after;
      if (!generation.test(this.#text)) continue;
      const keyword = this.#skip(generation.lastIndex);
      if (this.#text.startsWith('obj', keyword)) return { number: Number(found[0]), end: keyword + 3 };
    }
    return undefined;
  }

  /** Past white space and comments. */
  #skip(at: number): number {
    for (let comments = 0; ; comments += 1) {
      blank.lastIndex = at;
      blank.test(this.#text);
      if (this.#text[blank.lastIndex] !== '%') return blank.lastIndex;
      if (comments === maxComments) throw new Refusal(tooComplicated);
      at = this.#endOfComment(blank.lastIndex);
    }
  }

  #endOfComment(start: number): number {
    if (start < this.#comment.start || start > this.#comment.end) {
      endOfLine.lastIndex = start;
      this.#comment = { start, end: endOfLine.exec(this.#text)?.index ?? this.#text.length };
    }
    return this.#comment.end;
  }
}

const isNamed = (value: PdfValue | undefined, name: string) => value instanceof PdfName && value.text === name;

/** Where a stream ends: after its length, when its end stands there, or else at the next end that there is. */
function endOf(text: string, dict: PdfDict, start: number): number {
  const length = dict.get('Length');
  if (typeof length === 'number') {
    endOfStream.lastIndex = start + length;
    if (endOfStream.test(text)) return start + length;
  }
  const end = text.indexOf('endstream', start);
  if (end < 0) throw new Refusal(damagedPdf);
  return end;
}

/** @throws Refusal when it is folded in a way that no program folds objects in, or unfolds to more than `room`. */
function unfold(dict: PdfDict, bytes: Buffer, room: number): Buffer {
  const once = ['First', 'N', 'Filter', 'DecodeParms'];
  if (once.some((key) => dict.entries.filter(([name]) => name === key).length > 1)) throw new Refusal(damagedPdf);
  const how = [dict.get('Filter') ?? []].flat();
  const parameters = [dict.get('DecodeParms') ?? []].flat();
  if (parameters.some((one) => !(one === null || (one instanceof PdfDict && one.get('Predictor') === undefined))))
    throw new Refusal(tooComplicated);
  if (how.length === 0 && bytes.length <= room) return bytes;
  if (how.length !== 1 || !(isNamed(how[0], 'FlateDecode') || isNamed(how[0], 'Fl'))) throw new Refusal(tooComplicated);
  try {
    return inflateSync(bytes, { maxOutputLength: room });
  } catch (cause) {
    const tooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new Refusal(tooLarge ? tooComplicated : damagedPdf, { cause });
  }
}

/** The objects of an unfolded stream (7.5.7): pairs of number and place, then the objects in the order of their places. */
function objectsIn(text: string, dict: PdfDict, count: Count): PdfContent['objects'] {
  const [first, length] = [dict.get('First'), dict.get('N')];
  if (typeof first !== 'number' || typeof length !== 'number') throw new Refusal(damagedPdf);
  const table = text.slice(0, Math.max(0, first));
  const pairs = table.match(/\d+/g) ?? [];
  // Some readers look for pairs past the table, or read signs, fractions and comments in it.
  if (pairs.length < 2 * length || /[^\d\0\t\n\f\r ]/.test(table)) throw new Refusal(damagedPdf);
  const objects: PdfContent['objects'] = [];
  let end = 0;
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const at = Number(pairs[i + 1]);
    // Two that share bytes would be read twice, and a thousand a thousand times.
    if (at < end) throw new Refusal(damagedPdf);
    const lexer = new Lexer(text, first + at, count);
    objects.push({ number: Number(pairs[i]), value: lexer.value() });
    end = lexer.at - first;
  }
  return objects;
}

const white = /[\0\t\n\f\r ]*/y;
const regular = /[^\0\t\n\f\r ()<>[\]{}/%]*/y;
const comment = /%[^\r\n]*/y;
const plainText = /[^()\\]*/y;
const hexText = /<[\dA-Fa-f\0\t\n\f\r ]*>/y;
const streamKeyword = /stream(?:\r\n|\r|\n)?/y;
/** What no program writes into a name, and where some readers end it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const endsNameForSome = /[\x01-\x1f]|#00/;
const number = /^[+-]*(?:\d+-[\d-]*|\d*(?:\.[\d-]*)?)$/;

/** How many values were taken so far. */
type Count = { values: number };

/** Takes values from a text, always forwards. */
class Lexer {
  at: number;
  readonly #text: string;
  readonly #count: Count;
  constructor(text: string, at: number, count: Count) {
    this.#text = text;
    this.at = at;
    this.#count = count;
  }

  /**
   * The value that begins here.
   *
   * @throws Refusal when there is none, or none that ends.
   */
  value(depth = 0): PdfValue {
    const value = this.#next(depth);
    if (value === undefined || value instanceof Mark) throw new Refusal(damagedPdf);
    if (depth > 0 || typeof value !== 'number') return value;
    // An object may be nothing but a reference to another.
    const before = this.at;
    this.#skip();
    const hasGeneration = this.#take(generation) !== '';
    this.#skip();
    if (hasGeneration && this.#take(regular) === 'R') return new PdfRef(value);
    this.at = before;
    return value;
  }

  /** Where the bytes of a stream begin, when one follows. */
  streamStart(): number | undefined {
    this.#skip();
    return this.#take(streamKeyword) ? this.at : undefined;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const taken = pattern.exec(this.#text)?.[0] ?? '';
    this.at += taken.length;
    return taken;
  }

  #skip(): void {
    this.#take(white);
    while (this.#text[this.at] === '%') {
      refuseHidden(this.#take(comment));
      this.#take(white);
    }
  }

  #next(depth: number): PdfValue | Mark | undefined {
    this.#skip();
    this.#count.values += 1;
    if (this.#count.values > maxValues) throw new Refusal(tooComplicated);
    const char = this.#text[this.at];
    if (char === '/') {
      this.at += 1;
      const raw = this.#take(regular);
      if (endsNameForSome.test(raw)) throw new Refusal(damagedPdf);
      return new PdfName(unescapeName(raw));
    }
    if (char === '(') return this.#string();
    if (char === '[') return this.#list(']', 1, depth);
    if (char === '<') {
      if (this.#text[this.at + 1] === '<') return dictOf(this.#list('>>', 2, depth));
      if (!this.#take(hexText)) throw new Refusal(damagedPdf);
      return null;
    }
    if (char === ']') return this.#mark(']');
    if (char === '>' && this.#text[this.at + 1] === '>') return this.#mark('>>');
    const word = this.#take(regular);
    if (['true', 'false', 'null'].includes(word) || (word === 'endobj' && depth === 0)) return null;
    if (word === 'R') return reference;
    if (word !== '' && number.test(word)) return Number.parseFloat(word) || 0;
    return undefined;
  }

  #mark(text: string): Mark {
    this.at += text.length;
    return new Mark(text);
  }

  #list(end: string, opening: number, depth: number): PdfValue[] {
    if (depth === maxDepth) throw new Refusal(damagedPdf);
    this.at += opening;
    const values: PdfValue[] = [];
    for (;;) {
      const value = this.#next(depth + 1);
      if (value === reference) {
        values.pop();
        const to = values.pop();
        if (typeof to !== 'number') throw new Refusal(damagedPdf);
        values.push(new PdfRef(to));
      } else if (value instanceof Mark && value.text === end) return values;
      else if (value === undefined || value instanceof Mark) throw new Refusal(damagedPdf);
      else values.push(value);
    }
  }

  #string(): null {
    const start = this.at;
    for (let open = 0; this.at < this.#text.length; ) {
      const char = this.#text[this.at];
      this.at += char === '\\' ? 2 : 1;
      if (char === '(') open += 1;
      if (char === ')') open -= 1;
      if (open === 0) {
        refuseHidden(this.#text.slice(start, this.at));
        return null;
      }
      this.#take(plainText);
    }
    throw new Refusal(damagedPdf);
  }
}

/** What closes a list, or makes a reference of the two numbers before it. */
class Mark {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
const reference = new Mark('R');

/** In a text or a comment an object could stand that only a forged table of contents names. */
function refuseHidden(text: string): void {
  if (new Headers(text).next(0)) throw new Refusal(damagedPdf);
}

const unescapeName = (raw: string): string =>
  raw.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function dictOf(values: readonly PdfValue[]): PdfDict {
  const entries: [string, PdfValue][] = [];
  for (let i = 0; i < values.length; i += 2) {
    const [key, value] = [values[i], values[i + 1]];
    if (!(key instanceof PdfName) || value === undefined) throw new Refusal(damagedPdf);
    entries.push([key.text, value]);
  }
  return new PdfDict(entries);
}
