import { indexOfText } from './pdf-objects.ts';

/** So many pictures of a file are looked at: a scan of a certificate has one for each of few pages. */
const mostPictures = 6;

/**
 * The JPEG pictures that stand in a PDF as they are, as programs store scans: a code may be read from them. They are
 * found by their first bytes, in whatever form the file is.
 */
export async function picturesIn(file: Blob): Promise<Blob[]> {
  const pdf = new Uint8Array(await file.arrayBuffer());
  const pictures: Blob[] = [];
  for (let at = indexOfText(pdf, 'stream'); at >= 0 && pictures.length < mostPictures; ) {
    const start = [at + 7, at + 8].find((each) => isJpeg(pdf, each));
    if (start !== undefined) {
      const end = indexOfText(pdf, 'endstream', start);
      if (end < 0) break;
      pictures.push(new Blob([Uint8Array.from(pdf.subarray(start, end))], { type: 'image/jpeg' }));
      at = end;
    }
    at = indexOfText(pdf, 'stream', at + 6);
  }
  return pictures;
}

const isJpeg = (bytes: Uint8Array, at: number) =>
  bytes[at] === 0xff && bytes[at + 1] === 0xd8 && bytes[at + 2] === 0xff;
