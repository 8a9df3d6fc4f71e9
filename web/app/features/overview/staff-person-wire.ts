import type * as wire from '@fairlead/contract/overview';
import { type RegisteredCertificate, registeredOf } from '../certificates/register/staff-wire.ts';
import { type Profile, profileOf } from '../seafarers/wire.ts';

type Renamed<T extends { _id: string }> = Omit<T, '_id'> & { id: string };

export type PersonAccount = Renamed<wire.StaffPerson['account']>;
export type PersonEnrolment = Renamed<wire.StaffPerson['enrolments'][number]>;
export type PersonAttempt = Renamed<NonNullable<wire.StaffPerson['attempts']>[number]>;
export type PersonEvent = Renamed<Omit<wire.StaffPerson['history'][number], 'certNo'>> & {
  certificateNumber: string | null;
};

/** Everything that staff can see of a person, with this program's field names. */
export type StaffPerson = {
  account: PersonAccount;
  profile: Profile | null;
  identityCheck: wire.StaffPerson['identityCheck'];
  enrolments: PersonEnrolment[];
  /** Null when the reader's role does not include results. */
  attempts: PersonAttempt[] | null;
  certificates: RegisteredCertificate[];
  history: PersonEvent[];
};

const renamed = <T extends { _id: string }>({ _id, ...rest }: T): Renamed<T> => ({ id: _id, ...rest });

export const staffPersonOf = (person: wire.StaffPerson): StaffPerson => ({
  account: renamed(person.account),
  profile: person.profile && profileOf(person.profile),
  identityCheck: person.identityCheck,
  enrolments: person.enrolments.map(renamed),
  attempts: person.attempts?.map(renamed) ?? null,
  certificates: person.certificates.map(registeredOf),
  history: person.history.map(({ certNo, ...event }) => ({ ...renamed(event), certificateNumber: certNo })),
});
