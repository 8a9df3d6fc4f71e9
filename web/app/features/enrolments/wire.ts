import type { OwnEnrolment as WireEnrolment } from '@fairlead/contract/enrolments';
import { courseOf } from '../courses/wire.ts';

export const ownEnrolmentOf = ({ _id: id, courseId: course, isActive: _, ...enrolment }: WireEnrolment) => ({
  id,
  course: courseOf(course),
  ...enrolment,
});

/** A learner's own enrolment, with its course and the progress known to the server. */
export type OwnEnrolment = ReturnType<typeof ownEnrolmentOf>;
