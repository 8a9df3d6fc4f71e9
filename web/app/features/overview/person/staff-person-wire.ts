import type * as wire from '@fairlead/contract/overview/calls';
import { type FromWire, fromWire } from '@fairlead/contract/platform/names';
import { profileNames } from '@fairlead/contract/seafarers/names';
import type { RegisteredCertificate } from '../../certificates/register/staff-wire.ts';
import { certificateOf } from '../../certificates/wire.ts';
import type { EnteredParticulars } from '../../seafarers/staff-entered-particulars.tsx';
import { type Profile, profileOf } from '../../seafarers/wire.ts';

const personNames = { _id: 'id', certNo: 'certificateNumber' } as const;

/** Everything that staff can see of a person, with this program's field names. */
export type StaffPerson = FromWire<
  typeof personNames,
  Omit<wire.StaffPerson, 'profile' | 'entered' | 'warnings' | 'certificates'>
> & {
  warnings: wire.StaffPerson['warnings'];
  profile: Profile | null;
  entered: EnteredParticulars | null;
  certificates: RegisteredCertificate[];
};
export type PersonAccount = StaffPerson['account'];
export type PersonEnrolment = StaffPerson['enrolments'][number];
export type PersonAttempt = NonNullable<StaffPerson['attempts']>[number];
export type PersonEvent = StaffPerson['history'][number];

export const staffPersonOf = ({
  profile,
  entered,
  warnings,
  certificates,
  ...person
}: wire.StaffPerson): StaffPerson => ({
  ...fromWire(personNames, person),
  warnings,
  profile: profile && profileOf(profile),
  entered: entered && fromWire(profileNames, entered),
  certificates: certificates.map(certificateOf),
});
