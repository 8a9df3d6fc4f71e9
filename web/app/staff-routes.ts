import { courseRoutes } from './staff-routes/courses.ts';
import { feeRoutes } from './staff-routes/fees.ts';
import { peopleRoutes } from './staff-routes/people.ts';
import { recordRoutes } from './staff-routes/records.ts';
import type { StaffRoute } from './staff-routes/staff-route.ts';
import { trainingRoutes } from './staff-routes/training.ts';

/**
 * The pages of the staff area. `routes.ts` makes routes of them, `staff-menu.ts` the menu; the guard looks up their
 * permissions here, and a page that is not here opens for nobody. `staff:enter` opens a page for all staff.
 */
export const staffRoutes: readonly StaffRoute[] = [
  ...peopleRoutes,
  ...courseRoutes,
  ...feeRoutes,
  ...trainingRoutes,
  ...recordRoutes,
];
