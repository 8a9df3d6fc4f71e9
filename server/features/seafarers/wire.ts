import type { Profile, ProfileChange } from '@fairlead/contract/seafarers';
import type { Files } from '../../platform/files/files.ts';
import type { Folder } from '../../platform/files/folders.ts';
import type { ProfileRow } from './queries.ts';
import { type CheckedField, changedFields } from './rules.ts';

/** A profile as its owner and staff see it, with links that open its files. */
export function toProfile(files: Pick<Files, 'link'>, row: ProfileRow): Profile {
  const fileLink = (folder: Folder, filename: string) => ({ filename, url: files.link(folder, filename) });
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    DateofBirth: row.birthDate,
    phone: row.phone,
    streetAddress: row.streetAddress,
    city: row.city,
    state: row.state,
    country: row.country,
    zipCode: row.postalCode,
    passportNumber: row.passportNumber,
    passportExpiryDate: row.passportExpiresOn,
    CDCnumber: row.cdcNumber,
    CDCexpiryDate: row.cdcExpiresOn,
    gradenumber: row.gradeNumber,
    indosNo: row.indosNumber,
    IDType: row.idType,
    profilePicture: fileLink('profile_pictures', row.profilePicture),
    IdDocument: fileLink('id_documents', row.idDocument),
    signature: fileLink('signatures', row.signature),
    scan: scanOf(row),
    creator: { firstName: row.firstName, lastName: row.lastName },
    identityChanged: row.identityChangedAt !== null,
    changedSinceCheck: changedSinceCheck(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/**
 * The fields that changed since staff checked the profile; none if nobody has, or if the checked values were not
 * stored.
 */
function changedSinceCheck(row: ProfileRow): Profile['changedSinceCheck'] {
  const checked = row.checkedFacts as Record<CheckedField, string> | null;
  if (!checked || row.identityChangedAt === null) return [];
  return changedFields(checked, row).map((column) => {
    const part = partOfColumn.get(column);
    return part ? { field: part, checked: null } : { field: fieldOf.get(column) ?? column, checked: checked[column] };
  });
}

const scanOf = ({ malware, isScanned }: ProfileRow): Profile['scan'] => {
  if (malware !== null) return 'infected';
  return isScanned ? 'clean' : 'not-scanned';
};

const columnOf = {
  name: 'name',
  DateofBirth: 'birthDate',
  phone: 'phone',
  streetAddress: 'streetAddress',
  city: 'city',
  state: 'state',
  country: 'country',
  zipCode: 'postalCode',
  passportNumber: 'passportNumber',
  passportExpiryDate: 'passportExpiresOn',
  CDCnumber: 'cdcNumber',
  CDCexpiryDate: 'cdcExpiresOn',
  gradenumber: 'gradeNumber',
  indosNo: 'indosNumber',
  IDType: 'idType',
} as const satisfies Record<keyof ProfileChange, string>;

const fieldOf = new Map<string, string>(Object.entries(columnOf).map(([field, column]) => [column, field]));

type Columns<Form> = { [K in keyof Form as K extends keyof typeof columnOf ? (typeof columnOf)[K] : never]: Form[K] };

/** The forms use two spellings of one document type; only one is stored. */
const storedIdType = (idType: string) => (idType === 'Aadhar' ? 'Aadhaar' : idType);

/** The columns for the fields of a form; fields that are not in the form are left out. */
export function toColumns<Form extends ProfileChange>(form: Form): Columns<Form> {
  const columns = Object.entries(form).map(([field, value]) => [
    columnOf[field as keyof ProfileChange],
    field === 'IDType' && value !== undefined ? storedIdType(value) : value,
  ]);
  return Object.fromEntries(columns) as Columns<Form>;
}

/** When the profile that staff checked was last changed, or 'none' if there was none. */
export const toSeenAt = ({ profileSeenAt }: { profileSeenAt?: string | undefined }): Date | 'none' | undefined =>
  profileSeenAt === undefined || profileSeenAt === 'none' ? profileSeenAt : new Date(profileSeenAt);

/** The form's names for the three files. */
export const partOf = {
  profilePicture: 'profilePicture',
  idDocument: 'IdDocument',
  signature: 'signature',
} as const;
export type DocumentKind = keyof typeof partOf;

const partOfColumn = new Map<string, string>(Object.entries(partOf).map(([kind, part]) => [`${kind}Id`, part]));

/** The one file of each part of a form. */
export const toDocuments = <F>(parts: Record<(typeof partOf)[DocumentKind], F[]>) => ({
  profilePicture: parts.profilePicture[0],
  idDocument: parts.IdDocument[0],
  signature: parts.signature[0],
});
