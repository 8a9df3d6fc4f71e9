import { type FromWire, fromWire, inverted, nameIn, toWire } from '@fairlead/contract/names';
import type { Profile, ProfileChange } from '@fairlead/contract/seafarers';
import { profileNames } from '@fairlead/contract/seafarers-names';
import type { Files } from '../../platform/files/files.ts';
import type { Folder } from '../../platform/files/folders.ts';
import type { ProfileRow } from './queries.ts';
import { type Checked, changedFields } from './rules.ts';

/** A profile as its owner and staff see it, with links that open its files. */
export function toProfile(files: Pick<Files, 'link'>, row: ProfileRow): Profile {
  const fileLink = (folder: Folder, filename: string) => ({ filename, url: files.link(folder, filename) });
  const { firstName, lastName, checkedFacts: _, malware: __, isScanned: ___, identityChangedAt, ...profile } = row;
  return toWire(profileNames, {
    ...profile,
    profilePicture: fileLink('profile_pictures', row.profilePicture),
    idDocument: fileLink('id_documents', row.idDocument),
    signature: fileLink('signatures', row.signature),
    scan: scanOf(row),
    creator: { firstName, lastName },
    identityChanged: identityChangedAt !== null,
    changedSinceCheck: changedSinceCheck(row),
  });
}

/**
 * The fields that changed since staff checked the profile; none if nobody has, or if the checked values were not
 * stored.
 */
function changedSinceCheck(row: ProfileRow): Profile['changedSinceCheck'] {
  const checked = row.checkedFacts as Checked | null;
  if (!checked || row.identityChangedAt === null) return [];
  return changedFields(checked, row).map((column) => {
    const kind = documentKinds.find((one) => column === `${one}Id`);
    if (kind) return { field: partOf(kind), checked: null };
    return { field: nameIn(wireNames, column), checked: checked[column] ?? '' };
  });
}

const scanOf = ({ malware, isScanned }: ProfileRow): Profile['scan'] => {
  if (malware !== null) return 'infected';
  return isScanned ? 'clean' : 'not-scanned';
};

/** The columns for the fields of a form; fields that are not in the form are left out. */
export function toColumns<Form extends ProfileChange>(form: Form): FromWire<typeof profileNames, Form> {
  // The specification has two spellings of one document type; only one is stored.
  return fromWire(profileNames, form.IDType === 'Aadhar' ? { ...form, IDType: 'Aadhaar' } : form);
}

/** When the profile that staff checked was last changed, or 'none' if there was none. */
export const toSeenAt = ({ profileSeenAt }: { profileSeenAt?: string | undefined }): Date | 'none' | undefined =>
  profileSeenAt === undefined || profileSeenAt === 'none' ? profileSeenAt : new Date(profileSeenAt);

const documentKinds = ['profilePicture', 'idDocument', 'signature'] as const;
export type DocumentKind = (typeof documentKinds)[number];

const wireNames = inverted(profileNames);

/** The part of a form that has a file of this kind. */
export const partOf = (kind: DocumentKind): string => nameIn(wireNames, kind);

/** The one file of each part of a form. */
export const toDocuments = <F>(parts: Record<'profilePicture' | 'IdDocument' | 'signature', F[]>) => ({
  profilePicture: parts.profilePicture[0],
  idDocument: parts.IdDocument[0],
  signature: parts.signature[0],
});
