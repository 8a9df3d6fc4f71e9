import { practice } from '@fairlead/contract/assessments/practice';
import { serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getCourse } from '../../courses/index.ts';
import { requireApprovedEnrolment } from '../../enrolments/index.ts';
import { pictureLinks } from '../picture-wire.ts';
import { listPractice } from './queries.ts';
import { toPractice } from './wire.ts';

/** Routes for practice, of which nothing is stored. */
export const practiceRoutes = ({ db, files }: Platform) =>
  serve(practice, {
    get: async ({ actor, params: { courseId } }) => {
      const enrolment = await requireApprovedEnrolment(db, actor.accountId, courseId);
      const questions = await listPractice(db, enrolment);
      return { data: toPractice(await getCourse(db, courseId), questions, pictureLinks(files)) };
    },
  });
