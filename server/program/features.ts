import { academyFeature } from '../features/academy/feature.ts';
import { accountsFeature } from '../features/accounts/feature.ts';
import { assessmentsFeature } from '../features/assessments/feature.ts';
import { auditFeature } from '../features/audit/feature.ts';
import { batchesFeature } from '../features/batches/feature.ts';
import { certificatesFeature } from '../features/certificates/feature.ts';
import { contactFeature } from '../features/contact/feature.ts';
import { counterFeature } from '../features/counter/feature.ts';
import { coursePacksFeature } from '../features/course-packs/feature.ts';
import { coursePreviewFeature } from '../features/course-preview/feature.ts';
import { coursesFeature } from '../features/courses/feature.ts';
import { enrolmentsFeature } from '../features/enrolments/feature.ts';
import type { Feature } from '../features/feature.ts';
import { feesFeature } from '../features/fees/feature.ts';
import { fitToJoinFeature } from '../features/fit-to-join/feature.ts';
import { inspectionPacksFeature } from '../features/inspection-packs/feature.ts';
import { offlineRecordsFeature } from '../features/offline-records/feature.ts';
import { overviewFeature } from '../features/overview/feature.ts';
import { packagesFeature } from '../features/packages/feature.ts';
import { peopleImportFeature } from '../features/people-import/feature.ts';
import { personalDataFeature } from '../features/personal-data/feature.ts';
import { seafarersFeature } from '../features/seafarers/feature.ts';
import { shipsFeature } from '../features/ships/feature.ts';
import { singleSignOnFeature } from '../features/single-sign-on/feature.ts';
import { trainingFeature } from '../features/training/feature.ts';
import { walletFeature } from '../features/wallet/feature.ts';

/**
 * The features, in the order in which they may call each other: one calls only those before it. `imports.config.mjs`
 * reads the order from here, for server, contract and browser.
 */
export const features: readonly Feature[] = [
  academyFeature,
  accountsFeature,
  contactFeature,
  singleSignOnFeature,
  seafarersFeature,
  coursesFeature,
  batchesFeature,
  feesFeature,
  enrolmentsFeature,
  trainingFeature,
  packagesFeature,
  offlineRecordsFeature,
  walletFeature,
  certificatesFeature,
  assessmentsFeature,
  coursePacksFeature,
  shipsFeature,
  coursePreviewFeature,
  fitToJoinFeature,
  personalDataFeature,
  peopleImportFeature,
  counterFeature,
  overviewFeature,
  inspectionPacksFeature,
  auditFeature,
];
