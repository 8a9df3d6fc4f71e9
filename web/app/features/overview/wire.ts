import type * as wire from '@fairlead/contract/overview';
import { type WithId, withId } from '../../lib/calls/with-id.ts';

/** Pending items of one kind: their number, and those that have waited longest. */
export type Waiting = { count: number; longest: WithId<wire.Waiting['longest'][number]>[] };

/** Warnings on the overview that are not pending items. */
export type OfTheAcademy = 'mailsReachNobody' | 'mailsWait' | 'secondFactorPutOff';

type KindOfSome = Exclude<keyof wire.Overview, 'jobsGivenUp' | OfTheAcademy>;

/** The pending items for staff, by kind; null where the reader's role is not concerned. */
export type Overview = Record<KindOfSome, Waiting | null> & { jobsGivenUp: Waiting } & Pick<
    wire.Overview,
    OfTheAcademy
  >;

export const overviewOf = (overview: wire.Overview): Overview => ({
  registrations: overview.registrations && waitingOf(overview.registrations),
  requests: overview.requests && waitingOf(overview.requests),
  identityChanges: overview.identityChanges && waitingOf(overview.identityChanges),
  heldCertificates: overview.heldCertificates && waitingOf(overview.heldCertificates),
  doubtfulPasses: overview.doubtfulPasses && waitingOf(overview.doubtfulPasses),
  jobsGivenUp: waitingOf(overview.jobsGivenUp),
  mailsReachNobody: overview.mailsReachNobody,
  mailsWait: overview.mailsWait,
  secondFactorPutOff: overview.secondFactorPutOff,
});

export type Figures = Pick<wire.Figures, 'months' | 'expiring'> & {
  courses: WithId<wire.Figures['courses'][number]>[];
};

export const figuresOf = ({ courses, ...figures }: wire.Figures): Figures => ({
  ...figures,
  courses: courses.map(withId),
});

const waitingOf = ({ count, longest }: wire.Waiting): Waiting => ({
  count,
  longest: longest.map(withId),
});
