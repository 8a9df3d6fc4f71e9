import { certificateNames } from '@fairlead/contract/certificates/names';
import type * as contract from '@fairlead/contract/overview/home';
import { fromWire, idNames } from '@fairlead/contract/platform/names';
import { ownEnrolmentOf } from '../wire.ts';

export const homeOf = ({ enrolments, certificates, documentRequests, expiring, ...home }: contract.Home) => ({
  ...home,
  documentRequests: documentRequests.map((one) => fromWire(idNames, one)),
  enrolments: enrolments.map(ownEnrolmentOf),
  expiring: fromWire(idNames, expiring),
  certificates: fromWire(certificateNames, certificates),
});

/** What the first page shows of a learner. */
export type Home = ReturnType<typeof homeOf>;
