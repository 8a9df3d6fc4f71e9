import { readFile } from 'node:fs/promises';
import { Refusal } from '../inspection/refusal.ts';
import { damagedPdf, PdfDict, PdfName, PdfRef, type PdfValue, readPdf } from './pdf-reader.ts';

export type PdfFacts = { pages: number };

/** A passport, a discharge book or a certificate has a few pages; scanned books are not accepted. */
const maxPages = 60;
/**
 * The maximum number of steps in the page tree. A tree that refers to the same branches again and again can have more
 * steps than bytes.
 */
const maxSteps = 10_000;

const print = 'please print it to a new PDF and send that.';
const script = `This PDF contains a script, which is not accepted; ${print}`;
const attachment = `This PDF carries other files inside, which is not accepted; ${print}`;
const action = `This PDF starts other programs or sends data, which is not accepted; ${print}`;
const automatic = `This PDF does something by itself when it is opened, which is not accepted; ${print}`;
const remote = `This PDF fetches parts of it from elsewhere, which is not accepted; ${print}`;
const form = `This PDF is an interactive form; ${print}`;

/** Dictionary entries of active content (ISO 32000-1, 7.11.4, 12.6 and 12.7.8), with the message for each. */
const entries: Readonly<Record<string, string>> = {
  JS: script,
  JavaScript: script,
  OnInstantiate: script,
  EmbeddedFiles: attachment,
  EF: attachment,
  RichMediaContent: attachment,
  XFA: form,
  AA: automatic,
};

/** Entries by which a stream has its bytes or its content in another file (7.3.8.2, 8.10.4 and 14.11.7). */
const elsewhere = ['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI'];

/** The same for the type of an action (`S`), of an annotation (`Subtype`) or of any dictionary (`Type`). */
const kinds: Readonly<Record<string, string>> = {
  JavaScript: script,
  FileAttachment: attachment,
  RichMedia: attachment,
  Rendition: attachment,
  '3D': attachment,
  Movie: attachment,
  Sound: attachment,
  Launch: action,
  ImportData: action,
  SubmitForm: action,
  GoToE: action,
  GoToR: remote,
  Thread: remote,
  Filespec: remote,
};

/**
 * Inspects every object of a PDF, including those in compressed streams and earlier revisions. A link to a website is
 * accepted if it works only on a click.
 *
 * @throws Refusal for scripts, attachments, external references, automatic actions, forms of another kind, passwords,
 *   and too many pages.
 */
export async function inspect(path: string): Promise<PdfFacts> {
  const { objects, trailers } = readPdf(await readFile(path));
  const revisions = new Map<number, PdfValue[]>();
  for (const { number, value } of objects) {
    const known = revisions.get(number);
    if (known) known.push(value);
    else revisions.set(number, [value]);
  }
  /** All values that a reference may have: which revision of an object counts depends on the viewer. */
  const meanings = (value: PdfValue): PdfValue[] =>
    value instanceof PdfRef ? (revisions.get(value.number) ?? []) : [value];
  for (const value of [...objects.map((object) => object.value), ...trailers]) examine(value, meanings);

  const pages = countPages(trailers, meanings);
  if (pages === 0) throw new Refusal(damagedPdf);
  if (pages > maxPages) throw new Refusal(`This PDF has ${pages} pages. The limit is ${maxPages}.`);
  return { pages };
}

type Meanings = (value: PdfValue) => PdfValue[];

function examine(root: PdfValue, meanings: Meanings): void {
  const open = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) for (const one of value) open.push(one);
    if (!(value instanceof PdfDict)) continue;
    for (const [key, entry] of value.entries) {
      const reason =
        entries[key] ?? (value.isStream && elsewhere.includes(key) ? remote : reasonOf(key, entry, meanings));
      if (reason) throw new Refusal(reason);
      open.push(entry);
    }
  }
}

function reasonOf(key: string, entry: PdfValue, meanings: Meanings): string | undefined {
  if (key === 'OpenAction') return meanings(entry).every((one) => isPlace(one, meanings)) ? undefined : automatic;
  if (!['S', 'Subtype', 'Type'].includes(key)) return undefined;
  for (const value of meanings(entry)) {
    // An article thread has the name of an action as its type, but leads nowhere.
    if (!(value instanceof PdfName) || (key === 'Type' && value.text === 'Thread')) continue;
    if (Object.hasOwn(kinds, value.text)) return kinds[value.text];
  }
  return undefined;
}

/** Whether an open action only goes to a page. Other actions are reported where they are examined. */
function isPlace(value: PdfValue, meanings: Meanings): boolean {
  if (!(value instanceof PdfDict)) return !(value instanceof PdfRef);
  const goes = meanings(value.get('S') ?? null).every(
    (kind) => kind instanceof PdfName && (kind.text === 'GoTo' || Object.hasOwn(kinds, kind.text)),
  );
  return goes && value.get('Next') === undefined;
}

/** The number of pages in the newest page tree; 0 when there is none. */
function countPages(trailers: readonly PdfDict[], meanings: Meanings): number {
  const newest = (value: PdfValue | undefined) => (value === undefined ? undefined : meanings(value).at(-1));
  const root = trailers.map((trailer) => newest(trailer.get('Root'))).findLast((one) => one instanceof PdfDict);
  if (!(root instanceof PdfDict)) return 0;
  const open = [newest(root.get('Pages'))];
  let pages = 0;
  for (let steps = 0; open.length > 0; steps += 1) {
    const node = open.pop();
    if (steps === maxSteps) throw new Refusal(damagedPdf);
    if (!(node instanceof PdfDict)) continue;
    const kids = newest(node.get('Kids'));
    if (Array.isArray(kids)) for (const kid of kids.slice(0, maxSteps)) open.push(newest(kid));
    else pages += 1;
  }
  return pages;
}
