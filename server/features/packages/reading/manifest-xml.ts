import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { Refusal } from '../../../platform/inspection/refusal.ts';

/** The name of an element or attribute without its namespace prefix, which every tool chooses for itself. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();

/** An element of a manifest; names are in lower case and without prefix. */
export class Element {
  readonly #element: XmlElement;
  readonly name: string;
  constructor(element: XmlElement) {
    this.#element = element;
    this.name = localName(element.name);
  }

  /** The elements directly below, of this name if one is given. */
  children(name?: string): Element[] {
    return this.#element.children
      .filter((child) => child instanceof XmlElement)
      .map((child) => new Element(child))
      .filter((child) => name === undefined || child.name === name);
  }

  child(name: string): Element | undefined {
    return this.children(name)[0];
  }

  /** An attribute, trimmed; undefined for none. */
  attribute(name: string): string | undefined {
    const found = Object.entries(this.#element.attributes).find(([key]) => localName(key) === name);
    return found?.[1].trim();
  }

  get namespaces(): string[] {
    return Object.entries(this.#element.attributes).flatMap(([key, value]) => (/^xmlns\b/i.test(key) ? [value] : []));
  }

  get text(): string {
    return this.#element.text.trim();
  }
}

/** Encodings by which real manifests are written, and their names in XML declarations. */
const encodings = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['utf-16', 'utf-16le'],
]);

/**
 * Decodes a manifest: by its byte order mark, by the zeros of UTF-16, or by what it declares.
 *
 * @throws Refusal for an unknown encoding, or for bytes that are not text of it.
 */
function decode(bytes: Uint8Array): string {
  const [a, b] = bytes;
  const declared = () => /^[^>]*?\bencoding\s*=\s*["']([\w.-]+)["']/.exec(latinHead(bytes))?.[1]?.toLowerCase();
  let encoding = encodings.get(declared() ?? 'utf-8');
  if (a === 0xff && b === 0xfe) encoding = 'utf-16le';
  else if (a === 0xfe && b === 0xff) encoding = 'utf-16be';
  else if (a === 0x3c && b === 0) encoding = 'utf-16le';
  else if (a === 0 && b === 0x3c) encoding = 'utf-16be';
  else if (a === 0xef && b === 0xbb) encoding = 'utf-8';
  if (!encoding)
    throw new Refusal(`imsmanifest.xml is written in ${declared()}, which is not supported. Save it as UTF-8.`);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Refusal('imsmanifest.xml has characters that are not in the encoding that it declares.', { cause });
  }
}

const latinHead = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 200)).toString('latin1');

/**
 * Parses a manifest. Entities of its own are an error, and a DTD is not read: neither is in SCORM, and both have been
 * used to read files and to fill memory.
 *
 * @throws Refusal with the line.
 */
export function parseManifest(bytes: Uint8Array): Element {
  const text = decode(bytes);
  if (/<!ENTITY/i.test(text)) throw new Refusal('imsmanifest.xml declares entities, which are not accepted.');
  try {
    const root = parseXml(text.trimStart()).root;
    if (!root) throw new Refusal('imsmanifest.xml is empty.');
    return new Element(root);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const line = error instanceof Error && 'line' in error ? ` in line ${String(error.line)}` : '';
    throw new Refusal(`imsmanifest.xml is not valid XML${line}.`, { cause: error });
  }
}
