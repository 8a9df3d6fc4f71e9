import type * as wire from '@fairlead/contract/overview';
import { type WithId, withId } from '../../lib/calls/with-id.ts';
import type { RegisteredCertificate } from '../certificates/register/staff-wire.ts';
import { certificateOf } from '../certificates/wire.ts';
import { type Profile, profileOf } from '../seafarers/wire.ts';

export type PersonAccount = WithId<wire.StaffPerson['account']>;
export type PersonEnrolment = WithId<wire.StaffPerson['enrolments'][number]>;
export type PersonAttempt = WithId<NonNullable<wire.StaffPerson['attempts']>[number]>;
export type PersonEvent = WithId<Omit<wire.StaffPerson['history'][number], 'certNo'>> & {
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

export const staffPersonOf = (person: wire.StaffPerson): StaffPerson => ({
  account: withId(person.account),
  profile: person.profile && profileOf(person.profile),
  identityCheck: person.identityCheck,
  enrolments: person.enrolments.map(withId),
  attempts: person.attempts?.map(withId) ?? null,
  certificates: person.certificates.map(certificateOf),
  history: person.history.map(({ certNo, ...event }) => ({ ...withId(event), certificateNumber: certNo })),
});
