// The objects of a PDF (ISO 32000-2, 7.3), read strictly: what readers understand differently is refused.

/** Thrown for bytes that are no PDF in the form that is read here. */
export class BadPdf extends Error {}

type Name = { name: string };
/** The bytes of a string, one character each. */
type Text = { text: string };
type Ref = { ref: number };
export type Dict = Map<string, Value>;
export type Value = null | boolean | number | Name | Text | Ref | Value[] | Dict;
/** An object with its number; `stream` has the bytes after its dictionary as they are stored. */
export type PdfObject = { id: number; value: Value; stream?: Uint8Array };

export const nameIn = (value: Value | undefined): string | undefined =>
  value !== null && typeof value === 'object' && 'name' in value ? value.name : undefined;
export const textIn = (value: Value | undefined): string | undefined =>
  value !== null && typeof value === 'object' && 'text' in value ? value.text : undefined;
export const refIn = (value: Value | undefined): number | undefined =>
  value !== null && typeof value === 'object' && 'ref' in value ? value.ref : undefined;
export const listIn = (value: Value | undefined): Value[] => (Array.isArray(value) ? value : []);

/** Whether two objects say the same; a reference is the same if it names the same object. */
export function isSameValue(one: Value | undefined, other: Value | undefined): boolean {
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((each, at) => isSameValue(each, other[at]));
  }
  if (one instanceof Map) {
    return (
      other instanceof Map &&
      one.size === other.size &&
      [...one].every(([key, value]) => other.has(key) && isSameValue(value, other.get(key)))
    );
  }
  if (one === null || typeof one !== 'object') return one === other;
  return (
    other !== null &&
    typeof other === 'object' &&
    !(other instanceof Map) &&
    JSON.stringify(one) === JSON.stringify(other)
  );
}

const deepest = 60;
/** The longest string that is read, in characters: those of a certificate have less than a thousand. */
const longestString = 100_000;
const code = (character: string) => character.charCodeAt(0);
const blanks = new Set([0, 9, 10, 12, 13, 32]);
const delimiters = new Set([...'()<>[]{}/%'].map(code));
const isRegular = (byte: number | undefined): byte is number =>
  byte !== undefined && !blanks.has(byte) && !delimiters.has(byte);
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Reads objects one after the other. Each method moves `at` behind what it has read, and throws BadPdf. */
export class PdfReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Skips white space and comments. */
  skip(): void {
    for (; this.at < this.bytes.length; this.at++) {
      const byte = this.bytes[this.at] ?? 0;
      if (byte === code('%')) while (this.at < this.bytes.length && !this.#isAtLineEnd()) this.at++;
      else if (!blanks.has(byte)) return;
    }
  }

  /** Whether this word follows; moves behind it if so. */
  takes(word: string): boolean {
    this.skip();
    for (let index = 0; index < word.length; index++) {
      if (this.bytes[this.at + index] !== word.charCodeAt(index)) return false;
    }
    if (isRegular(code(word.slice(-1))) && isRegular(this.bytes[this.at + word.length])) return false;
    this.at += word.length;
    return true;
  }

  expect(word: string): void {
    if (!this.takes(word)) throw new BadPdf(`No ${word} at ${this.at}`);
  }

  /** A number without sign and fraction. */
  integer(): number {
    const word = this.#word();
    if (!/^\d{1,10}$/.test(word)) throw new BadPdf(`No integer at ${this.at}`);
    return Number(word);
  }

  value(depth = 0): Value {
    if (depth > deepest) throw new BadPdf('The objects are nested too deeply');
    if (this.takes('<<')) return this.#dict(depth);
    if (this.takes('[')) {
      const values: Value[] = [];
      while (!this.takes(']')) values.push(this.value(depth + 1));
      return values;
    }
    const byte = this.bytes[this.at];
    if (byte === code('/')) return { name: this.#name() };
    if (byte === code('(')) return { text: this.#literal() };
    if (byte === code('<')) return { text: this.#hex() };
    return this.#plain();
  }

  /**
   * An object with its number, from `n 0 obj` to `endobj`.
   *
   * @param lengthOf the length of a stream that stands in another object.
   */
  object(lengthOf: (ref: number) => number | undefined = () => undefined): PdfObject {
    const id = this.integer();
    if (this.integer() !== 0) throw new BadPdf('The generation is not 0');
    this.expect('obj');
    const value = this.value();
    const stream = value instanceof Map && this.takes('stream') ? this.#stream(value, lengthOf) : undefined;
    this.expect('endobj');
    return { id, value, ...(stream && { stream }) };
  }

  #stream(dict: Dict, lengthOf: (ref: number) => number | undefined): Uint8Array {
    if (this.bytes[this.at] === 13) this.at++;
    if (this.bytes[this.at++] !== 10) throw new BadPdf('The stream does not begin on a line');
    const stated = dict.get('Length');
    const ref = refIn(stated);
    const length = ref === undefined ? stated : lengthOf(ref);
    if (typeof length !== 'number' || !(length >= 0 && this.at + length <= this.bytes.length)) {
      throw new BadPdf('The stream has no length');
    }
    const stream = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    this.expect('endstream');
    return stream;
  }

  #dict(depth: number): Dict {
    const dict: Dict = new Map();
    while (!this.takes('>>')) {
      if (this.bytes[this.at] !== code('/')) throw new BadPdf('A key is no name');
      const key = this.#name();
      // Of two values for one key, some readers take the first and others the last.
      if (dict.has(key)) throw new BadPdf(`The key ${key} stands twice`);
      dict.set(key, this.value(depth + 1));
    }
    return dict;
  }

  #plain(): Value {
    const word = this.#word();
    if (word === 'null') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(word)) throw new BadPdf(`No object at ${this.at}`);
    return /^\d{1,10}$/.test(word) && this.#isReference() ? { ref: Number(word) } : Number(word);
  }

  /** Whether `0 R` follows a number; moves behind it if so. */
  #isReference(): boolean {
    const { at } = this;
    this.skip();
    const isOne = isRegular(this.bytes[this.at]) && this.#word() === '0' && this.takes('R');
    if (!isOne) this.at = at;
    return isOne;
  }

  #word(): string {
    this.skip();
    let word = '';
    while (isRegular(this.bytes[this.at]) && word.length <= 40) word += String.fromCharCode(this.bytes[this.at++] ?? 0);
    if (word === '') throw new BadPdf(`Nothing at ${this.at}`);
    return word;
  }

  #name(): string {
    let name = '';
    for (this.at++; isRegular(this.bytes[this.at]); this.at++) name += String.fromCharCode(this.bytes[this.at] ?? 0);
    return name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }

  #hex(): string {
    const characters: string[] = [];
    let high = -1;
    for (this.at++; this.at < this.bytes.length && characters.length < longestString; this.at++) {
      const byte = this.bytes[this.at] ?? 0;
      if (byte === code('>')) {
        this.at++;
        if (high >= 0) characters.push(String.fromCharCode(high * 16));
        return characters.join('');
      }
      if (blanks.has(byte)) continue;
      const digit = hexDigit(byte);
      if (digit === undefined) throw new BadPdf('A string has a character that is no digit');
      if (high >= 0) characters.push(String.fromCharCode(high * 16 + digit));
      high = high < 0 ? digit : -1;
    }
    throw new BadPdf('A string does not end, or is too long');
  }

  #literal(): string {
    const characters: string[] = [];
    for (let open = 0; this.at < this.bytes.length && characters.length < longestString; ) {
      const character = String.fromCharCode(this.bytes[this.at++] ?? 0);
      if (character === '\\') characters.push(this.#escaped());
      else {
        if (character === '(') open++;
        if (character === ')') open--;
        if (open === 0) return characters.slice(1).join('');
        characters.push(character);
      }
    }
    throw new BadPdf('A string does not end, or is too long');
  }

  #escaped(): string {
    const character = String.fromCharCode(this.bytes[this.at++] ?? 0);
    if (character === '\r' && this.bytes[this.at] === 10) this.at++;
    if (character === '\r' || character === '\n') return '';
    if (!/[0-7]/.test(character)) return escapes[character] ?? character;
    let octal = character;
    while (octal.length < 3 && /[0-7]/.test(String.fromCharCode(this.bytes[this.at] ?? 0))) {
      octal += String.fromCharCode(this.bytes[this.at++] ?? 0);
    }
    return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
  }

  #isAtLineEnd = () => this.bytes[this.at] === 10 || this.bytes[this.at] === 13;
}

/** The value of a hexadecimal digit; undefined for another byte. */
export function hexDigit(byte: number): number | undefined {
  if (byte >= code('0') && byte <= code('9')) return byte - code('0');
  const letter = byte | 0x20;
  return letter >= code('a') && letter <= code('f') ? letter - code('a') + 10 : undefined;
}

/** Where a text first stands in bytes, from a place on; -1 if nowhere. */
export function indexOfText(bytes: Uint8Array, text: string, from = 0, end = bytes.length): number {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first, from); at >= 0 && at + text.length <= end; at = bytes.indexOf(first, at + 1)) {
    let length = 1;
    while (length < text.length && bytes[at + length] === text.charCodeAt(length)) length++;
    if (length === text.length) return at;
  }
  return -1;
}
