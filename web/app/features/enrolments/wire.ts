import type { Progress, OwnEnrolment as WireEnrolment } from '@fairlead/contract/enrolments';
import { type Course, courseOf } from '../courses/wire.ts';

/** A learner's own enrolment, with its course and the progress known to the server. */
export type OwnEnrolment = {
  id: string;
  status: WireEnrolment['status'];
  requestedAt: string;
  course: Course;
  progress: Progress;
};

export const ownEnrolmentOf = (wire: WireEnrolment): OwnEnrolment => ({
  id: wire._id,
  status: wire.status,
  requestedAt: wire.requestedAt,
  course: courseOf(wire.courseId),
  progress: wire.progress,
});
