import { join } from 'node:path';
import { type CompileDocArgs, NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { carryOutOrders } from '../../../platform/processes/carry-out-orders.ts';
import { qrSvg } from '../../../platform/qr-code.ts';
import { yieldToOthers } from '../../../platform/thread-priority.ts';
import {
  type CopiedText,
  copiedText,
  copiedTextFont,
  nothingCopied,
} from '../../../platform/typesetting/copied-text.ts';
import { loadFonts } from '../../../platform/typesetting/fonts.ts';
import { portrait } from '../../../platform/typesetting/pictures.ts';
import { printSheet } from '../../../platform/typesetting/print-sheet.ts';
import type { CertificateFacts, DrawnCertificate } from '../certificate-facts.ts';
import { academyMark, certificateGround, certificateSeal } from './certificate-artwork.ts';
import { inkedSignature, portraitSize, printedLogo } from './certificate-pictures.ts';
import { certificateText } from './certificate-text.ts';
import type { WorkerOrder } from './draw-certificate.ts';
import { type PictureGround, photoOfPicture, pictureGround, pictureOfSheet } from './sheet-picture.ts';
import { type PdfSigning, signPdf } from './sign-pdf.ts';
import { signaturesIn, withEmptyTimeStamp } from './sign-pdf-archive.ts';

// Before the compiler starts its own threads.
yieldToOthers();
const folder = import.meta.dirname;
const fonts = loadFonts();
const compiler = NodeCompiler.create({
  workspace: folder,
  fontArgs: [{ fontBlobs: [...fonts.files, copiedTextFont()] }],
});
let groundOfPictures: PictureGround | undefined;
mapPicture('ground.svg', Buffer.from(certificateGround()));
mapPicture('mark.svg', Buffer.from(academyMark()));
mapPicture('seal.svg', Buffer.from(certificateSeal()));

carryOutOrders(done);

/** Adds a picture to the compiler's virtual file system, next to the sheet; nothing is written to disk. */
function mapPicture(name: string, content: Buffer): string {
  compiler.mapShadow(join(folder, name), content);
  return name;
}

async function done(order: WorkerOrder): Promise<unknown> {
  if ('facts' in order) return drawn(order.facts, order.signing);
  if ('pictureOf' in order) {
    // Nobody copies text from a picture, which is made by a converter without our fonts.
    const forPicture = { copied: JSON.stringify(nothingCopied), groundless: 'true' };
    groundOfPictures ??= await pictureGround(certificateGround());
    const ground = groundOfPictures;
    return withSheet(order.pictureOf, photoOfPicture, ({ source }) =>
      pictureOfSheet(compiler, { ...source, inputs: { ...source.inputs, ...forPicture } }, ground),
    );
  }
  if ('signaturesOf' in order) return signaturesIn(Buffer.from(order.signaturesOf));
  return withEmptyTimeStamp(Buffer.from(order.prepareTimeStamp), order.evidence);
}

const drawn = (facts: CertificateFacts, signing: PdfSigning | undefined): Promise<DrawnCertificate> =>
  withSheet(facts, portraitSize, async ({ source, copied, ...flaws }) => {
    const { pdf, everyGlyph } = printSheet(compiler, source, copied);
    const missingGlyphs = flaws.missingGlyphs || !everyGlyph;
    return { ...flaws, pdf: signing ? await signPdf(pdf, signing) : pdf, missingGlyphs };
  });

const signatureFor = keptForSame(inkedSignature);
const logoFor = keptForSame(printedLogo);

/** `prepare`, which is not carried out again while it is given the same picture: most sheets have one academy's. */
function keptForSame(prepare: (picture: Uint8Array) => Promise<Buffer>): typeof prepare {
  let kept: { of: Uint8Array; prepared: Buffer } | undefined;
  return async (picture) => {
    if (!kept || !Buffer.from(picture).equals(kept.of)) kept = { of: picture, prepared: await prepare(picture) };
    return kept.prepared;
  };
}

type Sheet = { source: CompileDocArgs; copied: CopiedText } & Pick<
  DrawnCertificate,
  'missingGlyphs' | 'photoUnreadable'
>;

/** Runs `use` while the compiler has the sheet's pictures, the photograph in a size in pixels. */
async function withSheet<T>(
  facts: CertificateFacts,
  photoSize: typeof portraitSize | typeof photoOfPicture,
  use: (sheet: Sheet) => Promise<T>,
): Promise<T> {
  const { text, missingGlyphs } = certificateText(facts, fonts.canDraw);
  // The picture was re-encoded on upload: if it cannot be read now it was damaged since, and every attempt would fail.
  const photo = facts.photo && (await portrait(facts.photo, photoSize).catch(() => null));
  const signature = facts.signature && (await signatureFor(facts.signature));
  const logo = facts.logo && (await logoFor(facts.logo).catch(() => null));
  const written = JSON.stringify(text);
  const families = JSON.stringify(fonts.familiesFor(written));
  const copied = copiedText(JSON.stringify([text.name, text.ownName, text.course.title, text.academy, text.signatory]));
  const qr = qrSvg(facts.verifyUrl);
  const inputs: Record<string, string> = { text: written, families, copied: JSON.stringify(copied), qr };
  try {
    if (photo) inputs.photo = mapPicture('holder.jpg', photo);
    if (logo) inputs.logo = mapPicture('logo.png', logo);
    if (signature) inputs.signature = mapPicture('signature.png', signature);
    const source = { mainFilePath: join(folder, 'certificate.typ'), inputs };
    return await use({ source, copied, missingGlyphs, photoUnreadable: facts.photo !== null && photo === null });
  } finally {
    // One holder's photograph must never be accessible to the next sheet.
    if (photo) compiler.unmapShadow(join(folder, 'holder.jpg'));
    if (logo) compiler.unmapShadow(join(folder, 'logo.png'));
    if (signature) compiler.unmapShadow(join(folder, 'signature.png'));
    // Without this the compiler's memory grew to 1.3 GB in 2,000 sheets.
    compiler.evictCache(10);
  }
}
