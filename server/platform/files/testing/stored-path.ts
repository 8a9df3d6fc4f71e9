import { dirname, join } from 'node:path';
import type { Files } from '../files.ts';
import type { Folder } from '../folders.ts';

/** The path of a stored file of a program whose files are in a folder. */
export const storedPath = ({ incoming }: Pick<Files, 'incoming'>, folder: Folder, filename: string): string =>
  join(dirname(incoming), folder, filename);
