import { sql } from 'kysely';
import { AppError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/http/log.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { CertificatePress } from './draw-certificate.ts';
import { drawPicture } from './draw-picture.ts';
import { foldersOnSheet } from './drawn-sheet.ts';

/** Certificates whose pictures are drawn by one run, an hour: 130 ms of a processor each. */
const atOnce = 500;

/**
 * Draws the pictures of certificates that nobody has opened yet while a photograph, signature or logo on them has been
 * replaced: the replaced file is there for 30 days. One that cannot be drawn is passed over, and stays as it is.
 *
 * @throws the first unexpected error, once the others are drawn.
 */
export async function drawUnopenedPictures(
  platform: Platform,
  press: Pick<CertificatePress, 'picture'>,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const replaced = platform.db
    .selectFrom('storedFile')
    .select('filename')
    .where('deletedAt', 'is not', null)
    .where('folder', 'in', foldersOnSheet);
  const unopened = await platform.db
    .selectFrom('certificate')
    .select('id')
    .where('status', '=', 'issued')
    .where('drawnWith', 'is not', null)
    .where(sql<boolean>`files_drawn(drawn_with) && array(${replaced})`)
    // so that those that cannot be drawn do not keep others from their turn
    .orderBy(sql`random()`)
    .limit(atOnce)
    .execute();
  let unexpected: { error: unknown } | undefined;
  for (const { id } of unopened) {
    try {
      await drawPicture(platform, press, id);
    } catch (error) {
      if (!(error instanceof AppError)) unexpected ??= { error };
      else if (error.code !== 'not-found') log.warn({ certificate: id, code: error.code }, 'a picture was not drawn');
    }
  }
  if (unexpected) throw unexpected.error;
}
