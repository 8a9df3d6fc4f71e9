import type { Profile as WireProfile } from '@fairlead/contract/seafarers';

/** A stored file with its link, which expires after a while. */
export type StoredFile = { filename: string; url: string };

/** A seafarer's profile with this program's field names; dates without a time are calendar days. */
export type Profile = {
  /** The id of the account. */
  id: string;
  name: string;
  email: string;
  birthDate: string;
  phone: string;
  streetAddress: string;
  city: string;
  state: string;
  country: string;
  postalCode: string;
  passportNumber: string;
  passportExpiresOn: string;
  cdcNumber: string;
  cdcExpiresOn: string;
  gradeNumber: string;
  indosNumber: string;
  idType: string;
  picture: StoredFile;
  idDocument: StoredFile;
  signature: StoredFile;
  /** The name under which the account was registered. */
  registeredName: string;
  /** Whether staff must check a changed identity before the next certificate. */
  identityChanged: boolean;
  /** The fields that differ from what staff checked, with the checked values; null for a file. */
  changedSinceCheck: { field: string; checked: string | null }[];
  scan: WireProfile['scan'];
  createdAt: string;
  updatedAt: string;
};

export const profileOf = (wire: WireProfile): Profile => ({
  id: wire._id,
  name: wire.name,
  email: wire.email,
  birthDate: wire.DateofBirth,
  phone: wire.phone,
  streetAddress: wire.streetAddress,
  city: wire.city,
  state: wire.state,
  country: wire.country,
  postalCode: wire.zipCode,
  passportNumber: wire.passportNumber,
  passportExpiresOn: wire.passportExpiryDate,
  cdcNumber: wire.CDCnumber,
  cdcExpiresOn: wire.CDCexpiryDate,
  gradeNumber: wire.gradenumber,
  indosNumber: wire.indosNo,
  idType: wire.IDType,
  picture: wire.profilePicture,
  idDocument: wire.IdDocument,
  signature: wire.signature,
  registeredName: `${wire.creator.firstName} ${wire.creator.lastName}`,
  identityChanged: wire.identityChanged,
  changedSinceCheck: wire.changedSinceCheck.map(({ field, checked }) => ({
    field: ownNames.get(field) ?? field,
    checked,
  })),
  scan: wire.scan,
  createdAt: wire.createdAt,
  updatedAt: wire.updatedAt,
});

/** The names of the API's fields in the profile's forms. */
export const formNames = {
  DateofBirth: 'birthDate',
  zipCode: 'postalCode',
  passportExpiryDate: 'passportExpiresOn',
  CDCnumber: 'cdcNumber',
  CDCexpiryDate: 'cdcExpiresOn',
  gradenumber: 'gradeNumber',
  indosNo: 'indosNumber',
  IDType: 'idType',
  profilePicture: 'picture',
  IdDocument: 'idDocument',
} as const;

const ownNames = new Map<string, string>(Object.entries(formNames));
const wireNames = new Map<string, string>(Object.entries(formNames).map(([wire, own]) => [own, wire]));

/** A form's fields under the API's names; empty file fields are left out. */
export function toWire(form: FormData): FormData {
  const wire = new FormData();
  for (const [name, value] of form) {
    if (value instanceof File && value.size === 0) continue;
    wire.append(wireNames.get(name) ?? name, value);
  }
  return wire;
}
