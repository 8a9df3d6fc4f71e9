import { emailTemplatesIn } from '../../platform/mail/email-template.ts';
import type { Feature } from '../feature.ts';
import { registerBadgeFiles } from './badges/public-routes.ts';
import { badgeRoutes } from './badges/routes.ts';
import { certificateChain } from './certificate-log.ts';
import { picturesWhenOpened } from './drawing/draw-picture.ts';
import * as emails from './email-templates.ts';
import { certificateJobs, codeReading, statedRelease, timeStampRenewal, unopenedPictures } from './jobs.ts';
import { openingTraces, ownCertificateData } from './own/personal-tables.ts';
import { isShared } from './own/queries.ts';
import { ownCertificateRoutes } from './own/routes.ts';
import { certificateData, certificateEventData, certificateStaffColumns } from './personal-tables.ts';
import { publicLogJobs } from './public-log/jobs.ts';
import { publishLog } from './public-log/publish-log.ts';
import { publicLogRoutes } from './public-log/routes.ts';
import { registerTiles } from './public-log/tile-routes.ts';
import { registerTables } from './register/exports.ts';
import { registerRoutes } from './register/routes.ts';
import { certificateRoutes } from './routes.ts';

export { type CertificatePress, createCertificatePress } from './drawing/draw-certificate.ts';

export const certificatesFeature: Feature = {
  name: 'certificates',
  open: ({ platform, app, press, log }) => {
    registerTiles(app, platform);
    registerBadgeFiles(app, platform);
    return {
      routes: [
        ...certificateRoutes(platform),
        ...badgeRoutes(platform),
        ...registerRoutes(platform),
        ...ownCertificateRoutes(platform),
        ...publicLogRoutes(platform),
      ],
      jobs: { ...certificateJobs(platform, press, log), ...publicLogJobs(platform) },
      fileRights: {
        isShared: (shareId, fileId) => isShared(platform.db, { shareId, fileId }, platform.clock()),
        madeWhenOpened: { certificates: picturesWhenOpened(platform, press) },
      },
    };
  },
  recurring: ({ config }) => [
    codeReading,
    unopenedPictures,
    statedRelease,
    ...(config.timeStamps ? [timeStampRenewal] : []),
  ],
  tables: registerTables,
  emailTemplates: emailTemplatesIn(emails),
  personalTables: [...ownCertificateData, certificateEventData, certificateData],
  staffColumns: certificateStaffColumns,
  traces: [openingTraces],
  chain: { chain: certificateChain, onAppended: publishLog },
};
