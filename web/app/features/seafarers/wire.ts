import { type FromWire, fromWire, idNames, inverted, nameIn } from '@fairlead/contract/platform/names';
import type { Profile as WireProfile } from '@fairlead/contract/seafarers/calls';
import { profileNames } from '@fairlead/contract/seafarers/names';
import type { ZoneField } from '@fairlead/contract/seafarers/profile-warnings';

/** A stored file with its link, which expires after a while. */
export type StoredFile = WireProfile['signature'];

/** A document that the academy has asked for; open until it is answered. */
export type DocumentRequest = FromWire<typeof idNames, WireProfile['documentRequests'][number]>;

/** A seafarer's profile; its id is the account's. Dates without a time are calendar days. */
export type Profile = FromWire<
  typeof profileNames,
  Omit<WireProfile, 'creator' | 'documentRequests' | 'readableZone'>
> & {
  documentRequests: DocumentRequest[];
  /** Where the readable zone of the passport says something else. */
  readableZone: { field: ZoneField; read: string }[];
  /** The name under which the account was registered. */
  registeredName: string;
};

export const profileOf = ({
  creator,
  changedSinceCheck,
  documentRequests,
  readableZone,
  ...profile
}: WireProfile): Profile => ({
  ...fromWire(profileNames, profile),
  registeredName: `${creator.firstName} ${creator.lastName}`.trim(),
  documentRequests: documentRequests.map((one) => fromWire(idNames, one)),
  readableZone: readableZone.map(({ field, read }) => ({ field: nameIn(profileNames, field) as ZoneField, read })),
  changedSinceCheck: changedSinceCheck.map(({ field, checked }) => ({ field: nameIn(profileNames, field), checked })),
});

const wireNames = inverted(profileNames);

/** A form's fields under the API's names; empty file fields are left out. */
export function wireFormOf(form: FormData): FormData {
  const wire = new FormData();
  for (const [name, value] of form) {
    if (value instanceof File && value.size === 0) continue;
    wire.append(nameIn(wireNames, name), value);
  }
  return wire;
}
