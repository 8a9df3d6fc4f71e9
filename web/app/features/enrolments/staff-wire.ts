import type { EnrolmentRequest as WireRequest } from '@fairlead/contract/enrolments/calls';
import { type FromWire, fromWire, idNames } from '@fairlead/contract/platform/names';
import { type Profile, profileOf } from '../seafarers/wire.ts';

type OwnBatch = FromWire<typeof idNames, NonNullable<WireRequest['batch']>>;

/** A request for a course as staff see it; `profile` is null when the person has none. */
export type EnrolmentRequest = {
  id: string;
  person: { id: string; name: string; email: string };
  course: { title: string; description: string; duration: string; price: number; category: string };
  requestedAt: string;
  state: WireRequest['state'];
  declined: WireRequest['declined'];
  /** The batch that they ask for. */
  batch: OwnBatch | null;
  /** The fee with the proof of payment that waits; null without a fee, or for a reader who may not read fees. */
  fee: FromWire<typeof idNames, WireRequest['fee']>;
  profile: Profile | null;
  /** What of the course's requirements is missing, and what is to be checked in the documents. */
  eligibility: WireRequest['eligibility'];
  /** What is unusual about the profile and its documents. */
  warnings: WireRequest['warnings'];
  /** The number of other pending requests of the person. */
  alsoRequests: number;
};

export const requestOf = (wire: WireRequest): EnrolmentRequest => ({
  id: wire._id,
  person: { id: wire.userId._id, name: wire.userName, email: wire.userId.email },
  course: {
    title: wire.courseTitle,
    description: wire.courseDescription,
    duration: wire.courseDuration,
    price: wire.coursePrice,
    category: wire.courseCategory,
  },
  requestedAt: wire.requestedAt,
  state: wire.state,
  declined: wire.declined,
  batch: wire.batch && fromWire(idNames, wire.batch),
  fee: wire.fee && fromWire(idNames, wire.fee),
  profile: wire.profile && profileOf(wire.profile),
  eligibility: wire.eligibility,
  warnings: wire.warnings,
  alsoRequests: wire.alsoRequests,
});
