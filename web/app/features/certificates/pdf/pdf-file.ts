import { BadPdf, type Dict, type PdfObject, PdfReader, refIn, type Value } from './pdf-objects.ts';

/** A cross-reference table (ISO 32000-2, 7.5.4): where objects begin, undefined for those that are free. */
export type Section = { entries: Map<number, number | undefined>; trailer: Dict };

const mostSections = 50;
const mostEntries = 200_000;

/** Reads a cross-reference table and its trailer. A cross-reference stream is refused: the academy writes none. */
export function readSection(reader: PdfReader): Section {
  reader.expect('xref');
  const entries: Section['entries'] = new Map();
  while (!reader.takes('trailer')) {
    const first = reader.integer();
    const count = reader.integer();
    if (entries.size + count > mostEntries) throw new BadPdf('There are too many objects');
    for (let id = first; id < first + count; id++) {
      const offset = reader.integer();
      reader.integer();
      const isFree = reader.takes('f');
      if (!isFree) reader.expect('n');
      if (entries.has(id)) throw new BadPdf(`Object ${id} is listed twice`);
      entries.set(id, isFree ? undefined : offset);
    }
  }
  const trailer = reader.value();
  if (!(trailer instanceof Map)) throw new BadPdf('The trailer is no dictionary');
  // The table of a hybrid file, which readers may take or leave.
  if (trailer.has('XRefStm')) throw new BadPdf('There is a second table');
  return { entries, trailer };
}

/** A PDF as it was at one of its revisions. */
export class PdfFile {
  readonly trailer: Dict;
  /** Where its newest table begins. */
  readonly table: number;
  readonly #bytes: Uint8Array;
  readonly #entries: Section['entries'] = new Map();
  readonly #objects = new Map<number, PdfObject>();

  /** @param bytes up to the end of the revision. @throws BadPdf */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.table = lastTable(bytes);
    const sections: Section[] = [];
    for (let at: Value | undefined = this.table; at !== undefined; at = sections.at(-1)?.trailer.get('Prev')) {
      if (typeof at !== 'number' || sections.length === mostSections) throw new BadPdf('The tables do not end');
      sections.push(readSection(new PdfReader(bytes, at)));
    }
    for (const { entries } of sections) {
      for (const [id, at] of entries) if (!this.#entries.has(id)) this.#entries.set(id, at);
    }
    this.trailer = sections[0]?.trailer ?? new Map();
  }

  has(id: number): boolean {
    return this.#entries.get(id) !== undefined;
  }

  /** The object with a number; undefined if there is none. */
  object(id: number): PdfObject | undefined {
    const known = this.#objects.get(id);
    const at = this.#entries.get(id);
    if (known || at === undefined) return known;
    const object = new PdfReader(this.#bytes, at).object((ref) => this.#length(ref));
    if (object.id !== id) throw new BadPdf(`Object ${id} is another one`);
    this.#objects.set(id, object);
    return object;
  }

  /** The value itself, or the one that a reference leads to. */
  resolve(value: Value | undefined): Value | undefined {
    const id = refIn(value);
    return id === undefined ? value : this.object(id)?.value;
  }

  /** A dictionary, or an empty one in place of anything else. */
  dict(value: Value | undefined): Dict {
    const resolved = this.resolve(value);
    return resolved instanceof Map ? resolved : new Map();
  }

  get catalog(): Dict {
    return this.dict(this.trailer.get('Root'));
  }

  /** The numbers of its pages' objects, in order. */
  pages(): number[] {
    const found: number[] = [];
    const seen = new Set<number>();
    const visit = (value: Value | undefined): void => {
      const id = refIn(value);
      if (id === undefined || seen.has(id) || seen.size > mostEntries) return;
      seen.add(id);
      const kids = this.resolve(this.dict(value).get('Kids'));
      if (Array.isArray(kids)) kids.forEach(visit);
      else found.push(id);
    };
    visit(this.catalog.get('Pages'));
    return found;
  }

  /** The length of a stream, from an object that is read for itself, since it could otherwise lead to itself. */
  #length(ref: number): number | undefined {
    const at = this.#entries.get(ref);
    if (at === undefined) return undefined;
    const { value } = new PdfReader(this.#bytes, at).object();
    return typeof value === 'number' ? value : undefined;
  }
}

/** Where the newest table begins: the last lines of the file say so. */
function lastTable(bytes: Uint8Array): number {
  const from = Math.max(0, bytes.length - 64);
  const tail = String.fromCharCode(...bytes.subarray(from));
  const [, at] = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(tail) ?? [];
  if (at === undefined) throw new BadPdf('The file does not say where its table is');
  return Number(at);
}

const mostInflated = 2_000_000;

/** The content of a stream, stored as it is or deflated. @throws BadPdf for another filter, and for too much. */
export async function contentOf({ value, stream }: PdfObject): Promise<Uint8Array> {
  if (!(value instanceof Map) || !stream) throw new BadPdf('The object has no stream');
  const filter = value.get('Filter');
  if (filter === undefined) return stream;
  const [only, ...more] = Array.isArray(filter) ? filter : [filter];
  const isDeflated = only !== null && typeof only === 'object' && 'name' in only && only.name === 'FlateDecode';
  if (!isDeflated || more.length > 0 || value.has('DecodeParms')) throw new BadPdf('The stream is in another form');
  return inflated(stream);
}

async function inflated(stream: Uint8Array): Promise<Uint8Array> {
  const source = new Blob([Uint8Array.from(stream)]).stream().pipeThrough(new DecompressionStream('deflate'));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = source.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > mostInflated) throw new BadPdf('The stream is too long');
      parts.push(Uint8Array.from(part.value));
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error instanceof BadPdf ? error : new BadPdf('The stream is damaged', { cause: error });
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
