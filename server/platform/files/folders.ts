import { notFound } from '../../errors.ts';

/** The folders of stored files; their names are part of every file's address. */
export const folders = [
  'id_documents',
  'profile_pictures',
  'signatures',
  'courseImg',
  'trainingVideo',
  'certificates',
  'academy',
  'question_pictures',
] as const;
export type Folder = (typeof folders)[number];

/** What everybody may see: pictures of courses, and the academy's mark. */
const openFolders = ['courseImg', 'academy'] as const;
export type OpenFolder = (typeof openFolders)[number];
export const isOpenFolder = (folder: string): folder is OpenFolder => openFolders.some((one) => one === folder);

/** Whether a folder holds papers about persons, whose every opening by others is written down. */
export const isDocument = (folder: Folder): boolean => ['id_documents', 'signatures', 'certificates'].includes(folder);

/**
 * Whether what is in a folder shows nothing personal and must not cross a ship's link twice: browsers keep it for as long
 * as its link is good, which is as long as the longest film takes.
 */
export const isDownloadedOnce = (folder: string): boolean => ['trainingVideo', 'question_pictures'].includes(folder);

/** Whether the files of a folder are about persons, and sealed where they lie. Films stay plain: ranges of gigabytes. */
export const isSealed = (folder: Folder): boolean => isDocument(folder) || folder === 'profile_pictures';

/** Whether the files of a folder come from persons, and are looked through by a virus scanner where there is one. */
export const scannedFolders = ['id_documents', 'signatures', 'profile_pictures'] as const satisfies readonly Folder[];
export const isScanned = (folder: string): boolean => scannedFolders.some((one) => one === folder);

/** What is ever stored, and the ending that each kind gets; the content decides, never the sender's name. */
const endings = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/vnd.apple.mpegurl': 'm3u8',
  'text/vtt': 'vtt',
  'text/plain': 'txt',
} as const;
export type ContentType = keyof typeof endings;

export const endingOf = (contentType: ContentType): string => endings[contentType];

const storedName = new RegExp(
  `^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\\.(?:${Object.values(endings).join('|')})$`,
);

/** Whether a name is one that we gave: nothing else is ever looked for on the disk. */
export const isStoredName = (filename: string): boolean => storedName.test(filename);

/**
 * The folder that an address names, in whatever case it is spelled, since paths are matched without regard to it.
 *
 * @throws AppError not-found for any other name.
 */
export function folderNamed(name: string): Folder {
  const folder = folders.find((one) => one.toLowerCase() === name.toLowerCase());
  if (!folder) throw notFound('There is no such file.');
  return folder;
}
