import { emailTemplatesIn } from '../../platform/mail/email-template.ts';
import type { Feature } from '../feature.ts';
import { attendanceRoutes } from './attendance/routes.ts';
import * as emails from './email-templates.ts';
import { trainingTables } from './exports.ts';
import { preparationJobs } from './films/preparation-queue.ts';
import { batchCompletions, trainingJobs } from './jobs.ts';
import { trainingData, trainingStaffColumns } from './personal-tables.ts';
import { mayWatch } from './policy.ts';
import { isFileOpen } from './queries.ts';
import { trainingRoutes } from './routes.ts';

export const trainingFeature: Feature = {
  name: 'training',
  open: ({ platform, uploads, typesetter, ending }) => ({
    routes: [...trainingRoutes(platform, uploads), ...attendanceRoutes(platform, typesetter)],
    jobs: trainingJobs(platform, ending),
    fileRights: {
      isOpenToVisitors: (fileId) => isFileOpen(platform.db, fileId),
      mayOpen: { trainingVideo: (reader, fileId) => mayWatch(platform.db, reader, fileId) },
    },
  }),
  recurring: () => [batchCompletions],
  // a film uses as much of the machine as it can get
  alone: preparationJobs,
  tables: trainingTables,
  emailTemplates: emailTemplatesIn(emails),
  personalTables: trainingData,
  staffColumns: trainingStaffColumns,
};
