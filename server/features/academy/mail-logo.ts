import { DecryptionFailed } from '../../platform/files/encrypted-file.ts';
import type { Files } from '../../platform/files/files.ts';
import { FileMissing } from '../../platform/files/stores/file-store.ts';
import type { Picture } from '../../platform/mail/post.ts';

/** Size of a logo as displayed in an email; the picture has twice as many pixels, for high-density screens. */
const shown = { width: 240, height: 56 };

/**
 * Converts a stored logo to a PNG for attaching to emails, since some email clients do not support WebP. The last
 * result is cached: a stored file never changes.
 */
export function mailLogo({ read }: Pick<Files, 'read'>): (filename: string) => Promise<Picture | undefined> {
  let kept: { filename: string; picture: Picture } | undefined;
  return async (filename) => {
    if (kept?.filename === filename) return kept.picture;
    const stored = await read('academy', filename).catch((error: unknown) => {
      // The logo was replaced after the email was written, or the file is lost: the email is sent without it.
      if (error instanceof FileMissing || error instanceof DecryptionFailed) return undefined;
      throw error;
    });
    if (!stored) return undefined;
    const { default: sharp } = await import('sharp');
    const { data, info } = await sharp(stored)
      .resize({ width: 2 * shown.width, height: 2 * shown.height, fit: 'inside' })
      .png({ palette: true })
      .toBuffer({ resolveWithObject: true });
    const picture = { png: data, width: Math.round(info.width / 2), height: Math.round(info.height / 2) };
    kept = { filename, picture };
    return picture;
  };
}
