import { fairTurns } from '../inspection/fair-turns.ts';
import { inspector } from '../inspection/inspection.ts';
import { Refusal } from '../inspection/refusal.ts';
import { badFile } from './bad-file.ts';
import type { Incoming, Prepared } from './files.ts';
import type { PdfFacts } from './pdf-inspection.ts';
import type { PictureShape } from './picture-inspection.ts';
import { preparePicture } from './pictures.ts';
import { sniff } from './sniff.ts';

/** Inspects a PDF, as `inspect` of pdf-inspection.ts does, in a process of its own. */
export const inspectPdf = inspector<PdfFacts>(new URL('./pdf-inspection.ts', import.meta.url), {
  turns: fairTurns(2, 'documents'),
  bounds: { seconds: 5, megabytes: 400 },
});

const neither = 'Must be image or PDF';

/**
 * Examines a received PDF and accepts it unchanged, because a change would invalidate its digital signature.
 *
 * @throws AppError `bad-file` for a file that is not a PDF, or has scripts, attachments, passwords or forms.
 */
export async function preparePdf(incoming: Incoming): Promise<Prepared> {
  if ((await sniff(incoming.path)) !== 'application/pdf') throw badFile(incoming, 'Must be a PDF');
  return examined(incoming);
}

/**
 * Prepares a file that may be a picture or a PDF; its type is detected from the content.
 *
 * @throws AppError `bad-file`
 */
export async function prepareImageOrPdf(incoming: Incoming, shape: PictureShape): Promise<Prepared> {
  if ((await sniff(incoming.path)) === 'application/pdf') return examined(incoming);
  return preparePicture(incoming, shape, neither);
}

async function examined(incoming: Incoming): Promise<Prepared> {
  await inspectPdf(incoming.path).catch((error: unknown) => {
    throw error instanceof Refusal ? badFile(incoming, error.message, error) : error;
  });
  const { path, size, sha256, originalName } = incoming;
  return { path, sizeBytes: size, sha256, originalName, contentType: 'application/pdf' };
}
