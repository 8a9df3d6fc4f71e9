import { createHash } from 'node:crypto';
import { readStored } from '../../../platform/files/read-stored.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Academy } from '../../academy/index.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import type { Sheet } from '../queries.ts';

/**
 * What a sheet shows beside what the register states: the academy as it was, the log entry, the code, and the files of
 * the pictures on it. Kept as text from the PDF until the picture is drawn, so that both show the same.
 */
export type DrawnWith = Pick<CertificateFacts, 'academy' | 'signatory' | 'logEntry' | 'verifyUrl'> & {
  files: Record<ShownPicture, string | null>;
};
type ShownPicture = 'photo' | 'signature' | 'logo';
type ShownPictures = Record<ShownPicture, Uint8Array | null>;

const folders = { photo: 'profile_pictures', signature: 'signatures', logo: 'academy' } as const;
/** Where the files of the pictures on sheets are. */
export const foldersOnSheet = Object.values(folders);

/** What a sheet shows of the academy as it is now. */
export const ofAcademy = ({ name, city, email, recognition, signatoryName, signatoryTitle }: Academy) => ({
  academy: { name, city, email, recognition: recognition ? `Recognised by the ${recognition}` : null },
  signatory: { name: signatoryName, title: signatoryTitle },
});

/** Reads the pictures on a sheet, and returns the names of those that are there: one may be missing, or was altered. */
export async function readPictures(platform: Pick<Platform, 'files'>, files: DrawnWith['files']) {
  const read = (of: ShownPicture) => readStored(platform, folders[of], files[of]);
  const pictures = { photo: await read('photo'), signature: await read('signature'), logo: await read('logo') };
  const there = (of: ShownPicture) => (pictures[of] ? files[of] : null);
  return { pictures, files: { photo: there('photo'), signature: there('signature'), logo: there('logo') } };
}

/** The facts on a sheet, for the renderer. */
export function factsOn(
  sheet: Sheet,
  { files: _, ...drawnWith }: DrawnWith,
  pictures: ShownPictures,
): CertificateFacts {
  const { number, name, ownScriptName, birthDate, passportNumber, cdcNumber, indosNumber, gradeNumber } = sheet;
  const { courseTitle, regulations, heldTo, boundTo, issuedOn, createdAt, expiresOn, percentage } = sheet;
  const { approvedBy, approvalNumber } = sheet;
  return {
    number,
    name,
    ownScriptName,
    birthDate,
    passportNumber,
    cdcNumber,
    indosNumber,
    gradeNumber,
    courseTitle,
    regulations,
    heldTo,
    approvedBy,
    approvalNumber,
    boundTo,
    subjects: sheet.subjects as string[],
    issuedOn,
    createdAt,
    expiresOn,
    percentage,
    ...drawnWith,
    ...pictures,
  };
}

/** SHA-256 of what a sheet was drawn with, which the audit records. */
export const digestOfDrawnWith = (drawnWith: string): string => createHash('sha256').update(drawnWith).digest('hex');
