import type { StaffPerson } from '@fairlead/contract/overview/calls';
import { idOf, moment, noProgress } from './records.ts';

/** An approved learner of whom nothing is known yet, as staff see them. */
export const staffPersonOf = (part: Partial<StaffPerson> = {}): StaffPerson => ({
  account: {
    _id: idOf('10000000'),
    firstName: 'Ravi',
    lastName: 'Kumar',
    email: 'ravi@example.org',
    mobile: '9820012345',
    mobileConfirmed: false,
    role: 'learner',
    state: 'approved',
    invitation: null,
    registeredAt: moment,
    emailVerifiedAt: moment,
    approvedAt: moment,
    approvedBy: 'Academy Administrator',
    disabledAt: null,
    erasesOn: null,
    refusalReason: null,
    secondFactorSince: null,
  },
  profile: null,
  warnings: [],
  entered: null,
  identityCheck: null,
  enrolments: [],
  attempts: [],
  certificates: [],
  notes: [],
  history: [],
  ...part,
});

/** An enrolment of theirs that staff have accepted. */
export const acceptedEnrolment: StaffPerson['enrolments'][number] = {
  _id: idOf('80000000'),
  courseId: idOf('90000000'),
  courseTitle: 'HAZMAT',
  status: 'approved',
  state: 'training',
  declined: null,
  requestedAt: moment,
  decidedAt: moment,
  decidedBy: 'Academy Administrator',
  superseded: false,
  isChargeable: false,
  batch: null,
  fee: null,
  progress: { ...noProgress, filmsTotal: 0 },
  films: [],
};
