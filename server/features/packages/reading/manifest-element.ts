import { decodeXml, elementsIn, readXml, type XmlElement } from '../../../platform/xml/read-xml.ts';

/** The name of an element or attribute without its namespace prefix, which every tool chooses for itself. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();

/**
 * The beginning of a text. What it ends in is whole: half a character of two code units would be refused by the
 * database.
 *
 * @param length the most UTF-16 code units that are kept.
 */
export const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed();

/**
 * An element of a manifest; names are in lower case and without prefix. What was read of it once is kept: many items
 * may refer to the same definition.
 */
export class Element {
  readonly #element: XmlElement;
  readonly name: string;
  #attributes: Map<string, string> | undefined;
  #children: Map<string, Element[]> | undefined;
  #text: string | undefined;
  constructor(element: XmlElement) {
    this.#element = element;
    this.name = localName(element.name);
  }

  /** The elements of a name directly below. */
  children(name: string): readonly Element[] {
    this.#children ??= Map.groupBy(
      elementsIn(this.#element).map((child) => new Element(child)),
      (child) => child.name,
    );
    return this.#children.get(name) ?? [];
  }

  child(name: string): Element | undefined {
    return this.children(name)[0];
  }

  /** An attribute, trimmed; undefined for none. Of two with the same local name, the first. */
  attribute(name: string): string | undefined {
    this.#attributes ??= new Map(
      Object.entries(this.#element.attributes)
        .map(([key, value]) => [localName(key), value.trim()] as const)
        .reverse(),
    );
    return this.#attributes.get(name);
  }

  /**
   * An attribute that is an address, as packages see it: decoded, with single spaces (xs:anyURI). Names of objectives
   * are.
   */
  address(name: string): string {
    const written = this.attribute(name) ?? '';
    try {
      return decodeURIComponent(written).replace(/\s+/g, ' ');
    } catch {
      return written;
    }
  }

  get namespaces(): string[] {
    return Object.entries(this.#element.attributes).flatMap(([key, value]) => (/^xmlns\b/i.test(key) ? [value] : []));
  }

  get text(): string {
    this.#text ??= this.#element.text.trim();
    return this.#text;
  }
}

/**
 * Parses a manifest.
 *
 * @throws Refusal with the line.
 */
export const parseManifest = (bytes: Uint8Array): Element =>
  new Element(readXml(decodeXml(bytes, 'imsmanifest.xml').trimStart(), 'imsmanifest.xml').root);
