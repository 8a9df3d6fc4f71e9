import { emailTemplatesIn } from '../../platform/mail/email-template.ts';
import type { Feature } from '../feature.ts';
import { attemptRoutes } from './attempts/routes.ts';
import { sweepPictures } from './authoring/keep-picture.ts';
import { authoringRoutes } from './authoring/routes.ts';
import { correctedKeyRoutes } from './corrections/routes.ts';
import * as emails from './email-templates.ts';
import { assessmentTables } from './exports.ts';
import { assessmentJobs, recurringResultSums } from './jobs.ts';
import { assessmentStaffColumns, attemptData } from './personal-tables.ts';
import { practiceRoutes } from './practice/routes.ts';
import { assessmentRoutes } from './routes.ts';

export const assessmentsFeature: Feature = {
  name: 'assessments',
  open: ({ platform }) => ({
    routes: [
      ...assessmentRoutes(platform),
      ...correctedKeyRoutes(platform),
      ...attemptRoutes(platform),
      ...authoringRoutes(platform),
      ...practiceRoutes(platform),
    ],
    jobs: assessmentJobs(platform),
    fileRights: {
      mayOpen: {
        // The test papers that contain a question change by the minute, and its picture reveals nothing without the
        // question.
        question_pictures: async () => true,
      },
    },
  }),
  recurring: () => [recurringResultSums],
  tables: assessmentTables,
  emailTemplates: emailTemplatesIn(emails),
  personalTables: attemptData,
  staffColumns: assessmentStaffColumns,
  sweeps: [({ db, clock }) => sweepPictures(db, clock())],
};
