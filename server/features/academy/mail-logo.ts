import sharp from 'sharp';
import type { Files } from '../../platform/files/files.ts';
import { NotAsSealed } from '../../platform/files/sealed-file.ts';
import type { Picture } from '../../platform/mail/post.ts';

/** As large as a logo is shown in a mail; its pixels are twice as many, for sharp screens. */
const shown = { width: 240, height: 56 };

/**
 * Makes of a stored logo what goes along with mails: a PNG, since some mail programs know no WebP. The last one is kept:
 * a stored file never changes.
 */
export function mailLogo({ read }: Pick<Files, 'read'>): (filename: string) => Promise<Picture | undefined> {
  let kept: { filename: string; picture: Picture } | undefined;
  return async (filename) => {
    if (kept?.filename === filename) return kept.picture;
    const stored = await read('academy', filename).catch((error: NodeJS.ErrnoException) => {
      // Replaced since the mail was written, or lost: the mail goes without it.
      if (error.code === 'ENOENT' || error instanceof NotAsSealed) return undefined;
      throw error;
    });
    if (!stored) return undefined;
    const { data, info } = await sharp(stored)
      .resize({ width: 2 * shown.width, height: 2 * shown.height, fit: 'inside' })
      .png({ palette: true })
      .toBuffer({ resolveWithObject: true });
    const picture = { png: data, width: Math.round(info.width / 2), height: Math.round(info.height / 2) };
    kept = { filename, picture };
    return picture;
  };
}
