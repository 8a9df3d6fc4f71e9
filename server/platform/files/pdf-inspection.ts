import { readFile } from 'node:fs/promises';
import {
  EncryptedPDFError,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { Refusal } from './refusal.ts';

export type PdfFacts = { pages: number };

/** A passport, a discharge book or a certificate has a few pages; a scanned book is not what is asked for. */
const maxPages = 60;

const script = 'This PDF contains a script, which is not accepted; please print it to a new PDF and send that.';
const attachment =
  'This PDF carries other files inside, which is not accepted; please print it to a new PDF and send that.';
const action = 'This PDF starts other programs or sends data, which is not accepted; please print it to a new PDF.';
const form = 'This PDF is an interactive form; please print it to a new PDF and send that.';
const encrypted = 'This PDF is protected by a password; please save a copy without one and send that.';
const damaged = 'This PDF is damaged or incomplete; please save it anew and send it again.';

/** Entries of any dictionary that make a document more than paper (ISO 32000-1, 7.11.4, 12.6.4 and 12.7.8). */
const entries: Readonly<Record<string, string>> = {
  JS: script,
  JavaScript: script,
  EmbeddedFiles: attachment,
  EF: attachment,
  RichMediaContent: attachment,
  XFA: form,
};

/** The same for the kind of an action (`S`) or of an annotation (`Subtype`). */
const kinds: Readonly<Record<string, string>> = {
  JavaScript: script,
  FileAttachment: attachment,
  RichMedia: attachment,
  Launch: action,
  ImportData: action,
  SubmitForm: action,
  GoToE: action,
};

/**
 * Looks at every object of a PDF that a reader finds from front to back, in compressed streams too. One that is
 * hidden where only a forged table of contents points escapes this, which is why a stranger's PDF is never
 * opened by our pages, only handed out for download.
 *
 * @throws Refusal for scripts, attachments, programs to start, forms of another kind, passwords, too many pages.
 */
export async function inspectPdf(path: string): Promise<PdfFacts> {
  const objects = collectObjects();
  const bytes = await readFile(path);
  const document = await PDFDocument.load(bytes, {
    updateMetadata: false,
    // A part that this parser cannot read might be read by a viewer, so none is passed over.
    throwOnInvalidObject: true,
  }).catch(async (cause: unknown) => {
    throw new Refusal((await isEncrypted(bytes)) ? encrypted : damaged, { cause });
  });
  for (const object of objects) examine(object, document.context);

  const pages = document.getPageCount();
  if (pages === 0) throw new Refusal(damaged);
  if (pages > maxPages) throw new Refusal(`This PDF has ${pages} pages; at most ${maxPages} are taken.`);
  return { pages };
}

/** Encrypted streams of objects look damaged to the strict reading above; the lenient one gets to the trailer. */
const isEncrypted = (bytes: Uint8Array): Promise<boolean> =>
  PDFDocument.load(bytes, { updateMetadata: false }).then(
    () => false,
    (error: unknown) => error instanceof EncryptedPDFError,
  );

/**
 * Of several objects with one number the parser keeps the last, a viewer the one that the table of contents names.
 * So we note each as it is read; the thread ends with this one document, and the change of the library with it.
 */
function collectObjects(): PDFObject[] {
  const objects: PDFObject[] = [];
  const assign = PDFContext.prototype.assign;
  PDFContext.prototype.assign = function (this: PDFContext, ref: PDFRef, object: PDFObject) {
    objects.push(object);
    assign.call(this, ref, object);
  };
  return objects;
}

function examine(root: PDFObject, context: PDFContext): void {
  const open = [root];
  for (let object = open.pop(); object; object = open.pop()) {
    if (object instanceof PDFArray) open.push(...object.asArray());
    const dictionary = object instanceof PDFStream ? object.dict : object;
    if (!(dictionary instanceof PDFDict)) continue;
    for (const [key, value] of dictionary.entries()) {
      const reason = entries[key.decodeText()] ?? kinds[kindOf(key, context.lookup(value))];
      if (reason) throw new Refusal(reason);
      open.push(value);
    }
  }
}

const kindOf = (key: PDFName, value: PDFObject | undefined): string =>
  value instanceof PDFName && ['S', 'Subtype'].includes(key.decodeText()) ? value.decodeText() : '';
