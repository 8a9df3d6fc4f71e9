import type * as wire from '@fairlead/contract/overview/calls';
import type { FromWire, idNames } from '@fairlead/contract/platform/names';

/** Pending items of one kind: their number, and those that have waited longest. */
export type Waiting = FromWire<typeof idNames, wire.Waiting>;

/** The pending items for staff, by kind; null where the reader's role is not concerned. */
export type Overview = FromWire<typeof idNames, wire.Overview>;

export type MassDeletion = NonNullable<Overview['massDeletions']>[number];

/** Warnings on the overview that are not pending items. */
export type OfTheAcademy =
  | 'mailsReachNobody'
  | 'mailsWait'
  | 'night'
  | 'massDeletions'
  | 'secondFactorPutOff'
  | 'firstSteps'
  | 'hasSampleCourse';

export type Figures = FromWire<typeof idNames, wire.Figures>;
