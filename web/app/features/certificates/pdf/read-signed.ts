import { type ClaimedSignature, rangeIn } from './find-signatures.ts';
import { contentOf, type PdfFile } from './pdf-file.ts';
import { BadPdf, listIn, nameIn, refIn, textIn } from './pdf-objects.ts';

/**
 * When a signed revision says that it was signed. Its signature must be the one that certifies the file and permits no
 * change (DocMDP with P 1, ISO 32000-2, 12.8.2.2), and cover what was verified.
 *
 * @throws BadPdf for any other signature.
 */
export function certifiedAt(signed: PdfFile, { range }: ClaimedSignature): Date {
  const signature = signed.dict(signed.dict(signed.catalog.get('Perms')).get('DocMDP'));
  const reference = signed.dict(listIn(signed.resolve(signature.get('Reference')))[0]);
  const isThisOne = rangeIn(signature.get('ByteRange'))?.every((each, at) => each === range[at]) ?? false;
  const certifies =
    nameIn(signature.get('SubFilter')) === 'ETSI.CAdES.detached' &&
    nameIn(reference.get('TransformMethod')) === 'DocMDP' &&
    signed.dict(reference.get('TransformParams')).get('P') === 1;
  const at = timeIn(textIn(signature.get('M')));
  if (!isThisOne || !certifies || !at) throw new BadPdf('The signature does not certify the file');
  return at;
}

/** A time as PDFs write it: D:20261120063000Z, or +05'30' in place of Z. */
function timeIn(text = ''): Date | undefined {
  const form = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-]\d\d)'(\d\d)'?)/;
  const [, year, month, day, hour, minute, second, zone = '+00', zoneMinutes = '00'] = form.exec(text) ?? [];
  if (year === undefined) return undefined;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}:${zoneMinutes}`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** The fragments of the URLs to which a file's pages link: one of them is the code of a certificate. */
export function linkedCodes(signed: PdfFile): string[] {
  const pages = signed.pages().map((ref) => signed.dict({ ref }));
  const annotations = pages.flatMap((page) => listIn(signed.resolve(page.get('Annots'))));
  const urls = annotations.map((each) => textIn(signed.resolve(signed.dict(signed.dict(each).get('A')).get('URI'))));
  return urls.flatMap((url) => (url?.includes('#') ? [url.slice(url.indexOf('#') + 1)] : []));
}

/** The text of a file that is attached to the document as a whole; undefined if there is none of this name. */
export async function attachedText(signed: PdfFile, name: string): Promise<string | undefined> {
  const files = listIn(signed.resolve(signed.catalog.get('AF'))).map((each) => signed.dict(each));
  const file = files.find((each) => textIn(each.get('F')) === name);
  const ref = refIn(signed.dict(file?.get('EF')).get('F'));
  const object = ref === undefined ? undefined : signed.object(ref);
  return object && new TextDecoder().decode(await contentOf(object));
}
