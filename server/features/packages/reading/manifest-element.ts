import { decodeXml, elementsIn, readXml, type XmlElement } from '../../../platform/xml/read-xml.ts';

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
    return elementsIn(this.#element)
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

/**
 * Parses a manifest.
 *
 * @throws Refusal with the line.
 */
export const parseManifest = (bytes: Uint8Array): Element =>
  new Element(readXml(decodeXml(bytes, 'imsmanifest.xml').trimStart(), 'imsmanifest.xml').root);
