import type { Standing, OwnEnrolment as WireEnrolment } from '@fairlead/contract/enrolments/calls';
import { courseOf } from '../courses/wire.ts';

export const ownEnrolmentOf = (wire: WireEnrolment) => {
  const {
    _id: id,
    courseId: course,
    isActive: _,
    state,
    steps,
    declined,
    certificate,
    batch,
    lacksOpenDate,
    ...enrolment
  } = wire;
  const standing: Standing = { state, steps, declined, certificate, batch, lacksOpenDate };
  const held = { format: course.format, hasItems: enrolment.progress.filmsTotal > 0 };
  return { id, course: courseOf(course), standing, held, ...enrolment };
};

/** A learner's own enrolment, with its course, its standing, how it is held, and the progress known to the server. */
export type OwnEnrolment = ReturnType<typeof ownEnrolmentOf>;
