import type { PersonalTable } from '../../platform/personal-data/personal-table.ts';
import { enrolmentData } from '../enrolments/index.ts';

const tie = { column: 'enrolment_id', of: enrolmentData };

/** What packages have stored about learners. */
export const packageData: readonly PersonalTable[] = [
  { table: 'package_state', called: 'stored-by-packages', tie, erasure: { deletes: 'all' } },
  { table: 'package_run', called: 'packages-begun', tie, erasure: { deletes: 'all' } },
];
