import { type FromWire, fromWire, inverted, nameIn, toWire } from '@fairlead/contract/platform/names';
import type { EnteredParticulars, PassportFacts, Profile, ProfileChange } from '@fairlead/contract/seafarers/calls';
import { type DocumentKind, documentKinds } from '@fairlead/contract/seafarers/document-words';
import type { DocumentRequest } from '@fairlead/contract/seafarers/documents';
import { profileNames } from '@fairlead/contract/seafarers/names';
import type { Files } from '../../platform/files/files.ts';
import type { Folder } from '../../platform/files/folders.ts';
import type { Zone } from '../../platform/readable-zone/zone.ts';
import type { Particulars } from './entered-particulars.ts';
import type { ProfileRow } from './queries.ts';
import { type Checked, changedFields } from './rules.ts';
import { zoneDoubts } from './zone-doubts.ts';

/** A profile as its owner and staff see it, with links that open its files. */
export function toProfile(files: Pick<Files, 'link'>, row: ProfileRow): Profile {
  const fileLink = (folder: Folder, filename: string) => ({ filename, url: files.link(folder, filename) });
  const optionalLink = (filename: string | null) => (filename === null ? null : fileLink('id_documents', filename));
  const {
    firstName,
    lastName,
    checkedFacts: _,
    malware: __,
    isScanned: ___,
    identityChangedAt: ____,
    ...profile
  } = row;
  return toWire(profileNames, {
    ...profile,
    profilePicture: fileLink('profile_pictures', row.profilePicture),
    idDocument: fileLink('id_documents', row.idDocument),
    signature: fileLink('signatures', row.signature),
    passportDocument: optionalLink(row.passportDocument),
    cdcDocument: optionalLink(row.cdcDocument),
    indosDocument: optionalLink(row.indosDocument),
    documentRequests: toDocumentRequests(row),
    creator: { firstName, lastName },
    ...checkOf(row),
    changedSinceCheck: checkOf(row).changedSinceCheck.map(({ field, checked }) => ({
      field: nameIn(wireNames, field),
      checked,
    })),
    readableZone: zoneDoubts(row).map(({ field, read }) => ({ field: nameIn(wireNames, field), read })),
  });
}

/** What staff are to check of a profile: whether its files are clean, and what has changed since its last check. */
export const checkOf = (row: ProfileRow) => ({
  scan: scanOf(row),
  identityChanged: row.identityChangedAt !== null,
  changedSinceCheck: changedSinceCheck(row),
});

/**
 * The fields that changed since staff checked the profile, with the checked values, null for a document; none if nobody
 * has checked it, or if the checked values were not stored.
 */
function changedSinceCheck(row: ProfileRow): { field: string; checked: string | null }[] {
  const checked = row.checkedFacts as Checked | null;
  if (!checked || row.identityChangedAt === null) return [];
  return changedFields(checked, row).map((column) => {
    const kind = documentKinds.find((one) => column === `${one}Id`);
    return kind ? { field: kind, checked: null } : { field: column, checked: checked[column] ?? '' };
  });
}

const scanOf = ({ malware, isScanned }: ProfileRow): Profile['scan'] => {
  if (malware !== null) return 'infected';
  return isScanned ? 'clean' : 'not-scanned';
};

/** What staff entered of a seafarer without a profile. */
export const toEntered = (particulars: Particulars): EnteredParticulars => toWire(profileNames, particulars);

/** What was read in a passport, except the name, which no check digit proves. */
export const toPassportFacts = ({ number, birthDate, expiresOn }: Zone): PassportFacts =>
  toWire(profileNames, { passportNumber: number, birthDate, passportExpiresOn: expiresOn });

/** The columns for the fields of a form; fields that are not in the form are left out. */
export function toColumns<Form extends ProfileChange>(form: Form): FromWire<typeof profileNames, Form> {
  // The specification has two spellings of one document type; only one is stored.
  return fromWire(profileNames, form.IDType === 'Aadhar' ? { ...form, IDType: 'Aadhaar' } : form);
}

/** When the profile that staff checked was last changed, or 'none' if there was none. */
export const toSeenAt = ({ profileSeenAt }: { profileSeenAt?: string | undefined }): Date | 'none' | undefined =>
  profileSeenAt === undefined || profileSeenAt === 'none' ? profileSeenAt : new Date(profileSeenAt);

const wireNames = inverted(profileNames);

/** The part of a form that has a file of this kind. */
export const partOf = (kind: DocumentKind): string => nameIn(wireNames, kind);

type Part = 'profilePicture' | 'IdDocument' | 'signature';
type FurtherPart = 'passportDocument' | 'cdcDocument' | 'indosDocument';

/** The one file of each part of a form; the create form has no further documents. */
export const toDocuments = <F>(
  parts: Record<Part, F[]> & Partial<Record<FurtherPart, F[]>>,
): Record<DocumentKind, F | undefined> => ({
  profilePicture: parts.profilePicture[0],
  idDocument: parts.IdDocument[0],
  signature: parts.signature[0],
  passportDocument: parts.passportDocument?.[0],
  cdcDocument: parts.cdcDocument?.[0],
  indosDocument: parts.indosDocument?.[0],
});

/** The documents that were asked for, the latest first. */
export const toDocumentRequests = ({ documentRequests }: Pick<ProfileRow, 'documentRequests'>): DocumentRequest[] =>
  documentRequests
    .map(({ id, document, reason, note, askedAt, answeredAt }) => ({
      _id: id,
      document,
      reason,
      note,
      at: new Date(askedAt).toISOString(),
      answeredAt: answeredAt === null ? null : new Date(answeredAt).toISOString(),
    }))
    .toSorted((a, b) => b.at.localeCompare(a.at) || b._id.localeCompare(a._id));
