import type { PdfFile } from './pdf-file.ts';
import { type Dict, isSameValue, listIn, nameIn, type PdfObject, refIn, type Value } from './pdf-objects.ts';
import type { Appended } from './read-appended.ts';

/** A change that somebody made in a file after it was signed. Pages count from 1. */
export type Change =
  | { what: 'content' | 'note' | 'drawing' | 'mark' | 'link' | 'field' | 'annotation'; page: number }
  | { what: 'pages' | 'signature' | 'attachment' | 'action' | 'metadata' | 'other' };

const annotationKinds: Record<string, 'note' | 'drawing' | 'mark' | 'link' | 'field'> = {
  FreeText: 'note',
  Text: 'note',
  Stamp: 'drawing',
  Ink: 'drawing',
  Line: 'drawing',
  Square: 'drawing',
  Circle: 'drawing',
  Polygon: 'drawing',
  PolyLine: 'drawing',
  Highlight: 'mark',
  Underline: 'mark',
  StrikeOut: 'mark',
  Squiggly: 'mark',
  Redact: 'mark',
  Link: 'link',
  Widget: 'field',
};
const ofCatalog: Record<string, 'pages' | 'attachment' | 'action' | 'metadata'> = {
  Pages: 'pages',
  Names: 'attachment',
  AF: 'attachment',
  OpenAction: 'action',
  AA: 'action',
  Metadata: 'metadata',
};

/** Entries of the catalog that may be added: the DSS, and the developer extension that it belongs to. */
const shownByNobody = new Set(['DSS', 'Extensions']);

/**
 * Lists the changes of the revisions that follow a signed one. None, where they add only what verifies the signature
 * later and what no reader shows (ETSI EN 319 142-1, 5.4.3 and 5.5): certificates and revocation data below /DSS, and
 * document time stamps in fields without appearance.
 */
export function changesSince(signed: PdfFile, { objects, isExact }: Appended): Change[] {
  return new Comparison(signed, objects).changes(isExact);
}

class Comparison {
  readonly #signed: PdfFile;
  readonly #added: Appended['objects'];
  readonly #found: Change[] = [];
  /** The objects that have been compared with their former selves. */
  readonly #compared = new Set<number>();
  readonly #drawn = new Map<number, Set<number>>();

  constructor(signed: PdfFile, added: Appended['objects']) {
    this.#signed = signed;
    this.#added = added;
  }

  changes(isExact: boolean): Change[] {
    const pages = this.#signed.pages();
    for (const [index, id] of pages.entries()) this.#comparePage(id, index + 1);
    this.#compareCatalog();
    for (const id of this.#added.keys()) {
      if (this.#isNew(id) || this.#compared.has(id) || this.#isAsBefore(id)) continue;
      this.#found.push(this.#changeOf(id, pages));
    }
    // A new object counts only where something leads to it, and that was compared.
    if (this.#found.length === 0 && !isExact) this.#found.push({ what: 'other' });
    const texts = new Set<string>();
    return this.#found.filter((change) => {
      const text = JSON.stringify(change);
      return !texts.has(text) && texts.add(text);
    });
  }

  #resolve = (value: Value | undefined): Value | undefined => {
    const id = refIn(value);
    return id === undefined ? value : (this.#added.get(id)?.value ?? this.#signed.resolve(value));
  };
  #dict = (value: Value | undefined): Dict => {
    const resolved = this.#resolve(value);
    return resolved instanceof Map ? resolved : new Map();
  };
  /** Whether the signed file leaves its number free, and cannot mean the object therefore. */
  #isNew = (id: number) => id >= Number(this.#signed.trailer.get('Size')) && !this.#signed.has(id);

  #isAsBefore(id: number): boolean {
    const before = this.#signed.object(id);
    const after = this.#added.get(id);
    return isSameValue(before?.value, after?.value) && isSameStream(before, after);
  }

  #comparePage(id: number, page: number): void {
    const after = this.#added.get(id);
    if (!after) return;
    this.#compared.add(id);
    const before = this.#signed.dict({ ref: id });
    const now = this.#dict({ ref: id });
    for (const key of new Set([...before.keys(), ...now.keys()])) {
      if (key === 'Annots') this.#compareAnnotations(before.get(key), now.get(key), page);
      else if (!isSameValue(before.get(key), now.get(key))) {
        this.#found.push(key === 'AA' ? { what: 'action' } : { what: 'content', page });
      }
    }
  }

  #compareAnnotations(before: Value | undefined, after: Value | undefined, page: number): void {
    const old = listIn(this.#signed.resolve(before));
    const now = listIn(this.#resolve(after));
    if (!old.every((each, at) => isSameValue(each, now[at]))) this.#found.push({ what: 'annotation', page });
    for (const added of now.filter((each) => !old.some((one) => isSameValue(one, each)))) {
      if (this.#isTimeStamp(added)) continue;
      const annotation = this.#dict(added);
      const isSignature = nameIn(annotation.get('FT')) === 'Sig';
      const what = annotationKinds[nameIn(annotation.get('Subtype')) ?? ''] ?? 'annotation';
      this.#found.push(isSignature ? { what: 'signature' } : { what, page });
    }
  }

  #compareCatalog(): void {
    const root = this.#signed.trailer.get('Root');
    const id = refIn(root);
    if (id === undefined || !this.#added.has(id)) return;
    this.#compared.add(id);
    const before = this.#signed.catalog;
    const now = this.#dict(root);
    for (const key of new Set([...before.keys(), ...now.keys()])) {
      if (key === 'AcroForm') this.#compareForm(this.#signed.dict(before.get(key)), this.#dict(now.get(key)));
      else if (!shownByNobody.has(key) && !isSameValue(before.get(key), now.get(key))) {
        this.#found.push({ what: ofCatalog[key] ?? 'other' });
      }
    }
  }

  #compareForm(before: Dict, now: Dict): void {
    for (const key of new Set([...before.keys(), ...now.keys()])) {
      if (key === 'Fields') {
        const old = listIn(this.#signed.resolve(before.get(key)));
        const all = listIn(this.#resolve(now.get(key)));
        const rest = all.filter((each) => !old.some((one) => isSameValue(one, each)));
        const isKept = old.every((each, at) => isSameValue(each, all[at]));
        if (!isKept) this.#found.push({ what: 'signature' });
        for (const field of rest) {
          if (this.#isTimeStamp(field)) continue;
          const isSignature = nameIn(this.#dict(field).get('FT')) === 'Sig';
          this.#found.push(isSignature ? { what: 'signature' } : { what: 'other' });
        }
      } else if (!isSameValue(before.get(key), now.get(key))) this.#found.push({ what: 'other' });
    }
  }

  /** Whether a value is the new field of a document time stamp, and shows nothing. */
  #isTimeStamp(value: Value | undefined): boolean {
    const id = refIn(value);
    const field = this.#dict(value);
    const stamp = this.#dict(field.get('V'));
    const stampId = refIn(field.get('V'));
    const shows = ['AP', 'A', 'AA', 'MK', 'Kids', 'Parent'].some((key) => field.has(key));
    const isStamp =
      id !== undefined &&
      stampId !== undefined &&
      this.#isNew(id) &&
      this.#isNew(stampId) &&
      nameIn(field.get('FT')) === 'Sig' &&
      nameIn(field.get('Subtype')) === 'Widget' &&
      nameIn(stamp.get('Type')) === 'DocTimeStamp' &&
      nameIn(stamp.get('SubFilter')) === 'ETSI.RFC3161' &&
      isSameValue(field.get('Rect'), [0, 0, 0, 0]) &&
      !shows;
    return isStamp;
  }

  /** The change that it means if an object of the signed file was replaced by another. */
  #changeOf(id: number, pages: readonly number[]): Change {
    const before = this.#signed.object(id)?.value;
    const type = before instanceof Map ? (nameIn(before.get('Type')) ?? nameIn(before.get('Subtype'))) : undefined;
    if (type === 'Pages') return { what: 'pages' };
    if (type === 'Sig' || (before instanceof Map && nameIn(before.get('FT')) === 'Sig')) return { what: 'signature' };
    if (type === 'Filespec' || type === 'EmbeddedFile') return { what: 'attachment' };
    if (type === 'Metadata' || id === refIn(this.#signed.trailer.get('Info'))) return { what: 'metadata' };
    const page = pages.findIndex((each) => this.#drawnOn(each).has(id)) + 1;
    if (page === 0) return { what: 'other' };
    return { what: type === 'Annot' ? 'annotation' : 'content', page };
  }

  /** The objects to which a page of the signed file leads, otherwise than by the trees of pages and of tags. */
  #drawnOn(page: number): Set<number> {
    const known = this.#drawn.get(page);
    if (known) return known;
    const seen = new Set<number>();
    const open: (Value | undefined)[] = [{ ref: page }];
    while (open.length > 0) {
      const value = open.pop();
      const ref = refIn(value);
      if (ref !== undefined) {
        if (!seen.has(ref)) open.push(this.#signed.object(ref)?.value);
        seen.add(ref);
      } else if (Array.isArray(value)) for (const part of value) open.push(part);
      else if (value instanceof Map) {
        for (const [key, part] of value) if (!['Parent', 'P', 'StructParents', 'Dest'].includes(key)) open.push(part);
      }
    }
    this.#drawn.set(page, seen);
    return seen;
  }
}

function isSameStream(one: PdfObject | undefined, other: PdfObject | undefined): boolean {
  const [a, b] = [one?.stream, other?.stream];
  return a === undefined || b === undefined ? a === b : a.length === b.length && a.every((byte, at) => byte === b[at]);
}
