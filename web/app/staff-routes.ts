import type { Permission } from '@fairlead/contract/permissions';

/** A page of the staff area: its path below /admin-dashboard, the permission that opens it, and its file. */
export type StaffRoute = { path: string; permission: Permission; file: string; id?: string };

/**
 * The pages of the staff area. `routes.ts` makes routes of them; the guard and the menu look up their permissions here,
 * and a page that is not here opens for nobody. `staff:enter` opens a page for all staff.
 */
export const staffRoutes: readonly StaffRoute[] = [
  { path: '', permission: 'staff:enter', file: 'features/overview/staff-overview-page.tsx' },
  { path: 'account', permission: 'staff:enter', file: 'features/overview/account-page.tsx', id: 'staff-account' },
  { path: 'users', permission: 'staff:enter', file: 'features/overview/staff-users-page.tsx' },
  { path: 'import-users', permission: 'people:approve', file: 'features/accounts/import/staff-import-page.tsx' },
  { path: 'import-users/:id', permission: 'people:approve', file: 'features/accounts/import/staff-imported-page.tsx' },
  {
    path: 'unapproved-users',
    permission: 'people:approve',
    file: 'features/accounts/people/staff-unapproved-users-page.tsx',
  },
  { path: 'approved-users', permission: 'people:read', file: 'features/accounts/people/staff-approved-users-page.tsx' },
  { path: 'user-profiles', permission: 'people:read', file: 'features/seafarers/staff-profiles-page.tsx' },
  { path: 'watching/:id', permission: 'staff:enter', file: 'features/training/records/staff-watch-record-page.tsx' },
  { path: 'people/:id', permission: 'people:read', file: 'features/overview/staff-person-page.tsx' },
  { path: 'courses', permission: 'courses:read', file: 'features/courses/editing/staff-courses-page.tsx' },
  { path: 'courses/:id', permission: 'staff:enter', file: 'features/overview/staff-course-overview-page.tsx' },
  { path: 'create-course', permission: 'courses:edit', file: 'features/courses/editing/staff-course-page.tsx' },
  { path: 'enrollment-request', permission: 'enrolments:decide', file: 'features/enrolments/staff-requests-page.tsx' },
  { path: 'training-video', permission: 'training:edit', file: 'features/training/upload/staff-upload-page.tsx' },
  { path: 'All-training-video', permission: 'training:read', file: 'features/training/films/staff-training-page.tsx' },
  { path: 'test-form', permission: 'tests:edit', file: 'features/assessments/authoring/staff-test-page.tsx' },
  { path: 'All-tests', permission: 'tests:read', file: 'features/assessments/list/staff-tests-page.tsx' },
  {
    path: 'Published-tests',
    permission: 'tests:read',
    file: 'features/assessments/list/staff-published-tests-page.tsx',
  },
  { path: 'All-tests/:id', permission: 'staff:enter', file: 'features/assessments/analysis/staff-analysis-page.tsx' },
  {
    path: 'All-tests/:id/keys',
    permission: 'staff:enter',
    file: 'features/assessments/answer-keys/staff-corrected-keys-page.tsx',
  },
  {
    path: 'doubtful-passes',
    permission: 'certificates:read',
    file: 'features/assessments/answer-keys/staff-results-under-review-page.tsx',
  },
  {
    path: 'certificates',
    permission: 'certificates:read',
    file: 'features/certificates/register/staff-register-page.tsx',
  },
  { path: 'audit', permission: 'audit:read', file: 'features/audit/staff-audit-page.tsx' },
  { path: 'user-results', permission: 'results:read', file: 'features/assessments/results/staff-results-page.tsx' },
  { path: 'settings', permission: 'settings:edit', file: 'features/academy/settings/staff-settings-page.tsx' },
  { path: 'staff', permission: 'staff:manage', file: 'features/accounts/staff/staff-members-page.tsx' },
  { path: 'letters', permission: 'settings:edit', file: 'features/academy/settings/staff-email-templates-page.tsx' },
  { path: 'mails-and-jobs', permission: 'settings:edit', file: 'features/academy/settings/staff-outbox-page.tsx' },
  { path: 'user-results/:id', permission: 'staff:enter', file: 'features/assessments/results/staff-attempt-page.tsx' },
];
