import type { Permission } from '@fairlead/contract/permissions';

/** The groups of the staff's menu, in its order. */
export const menuGroups = ['Users', 'Courses', 'Training', 'Test', 'Records', 'Settings'] as const;
type Group = (typeof menuGroups)[number];

/** A page of the staff area: its path below /admin-dashboard, the permission that opens it, and its file. */
export type StaffRoute = {
  path: string;
  permission: Permission;
  file: string;
  id?: string;
  /** Its entry in the menu; the entries of a group are in the order of this table. */
  menu?: readonly [group: Group, text: string];
  /** The group of the menu that has this page as its own. */
  heads?: Group;
};

/**
 * The pages of the staff area. `routes.ts` makes routes of them, `staff-menu.ts` the menu; the guard looks up their
 * permissions here, and a page that is not here opens for nobody. `staff:enter` opens a page for all staff.
 */
export const staffRoutes: readonly StaffRoute[] = [
  { path: '', permission: 'staff:enter', file: 'features/overview/staff-overview-page.tsx' },
  { path: 'account', permission: 'staff:enter', file: 'features/overview/account-page.tsx', id: 'staff-account' },
  { path: 'users', permission: 'staff:enter', file: 'features/overview/staff-users-page.tsx', heads: 'Users' },
  { path: 'import-users', permission: 'people:approve', file: 'features/accounts/import/staff-import-page.tsx' },
  { path: 'import-users/:id', permission: 'people:approve', file: 'features/accounts/import/staff-imported-page.tsx' },
  {
    path: 'unapproved-users',
    permission: 'people:approve',
    file: 'features/accounts/people/staff-unapproved-users-page.tsx',
    menu: ['Users', 'Unapproved Users'],
  },
  {
    path: 'approved-users',
    permission: 'people:read',
    file: 'features/accounts/people/staff-approved-users-page.tsx',
    menu: ['Users', 'Approved Users'],
  },
  {
    path: 'user-profiles',
    permission: 'people:read',
    file: 'features/seafarers/staff-profiles-page.tsx',
    menu: ['Users', 'User Profiles'],
  },
  { path: 'watching/:id', permission: 'staff:enter', file: 'features/training/records/staff-watch-record-page.tsx' },
  { path: 'people/:id', permission: 'people:read', file: 'features/overview/staff-person-page.tsx' },
  {
    path: 'courses',
    permission: 'courses:read',
    file: 'features/courses/editing/staff-courses-page.tsx',
    menu: ['Courses', 'All Courses'],
  },
  { path: 'courses/:id', permission: 'staff:enter', file: 'features/overview/staff-course-overview-page.tsx' },
  {
    path: 'create-course',
    permission: 'courses:edit',
    file: 'features/courses/editing/staff-course-page.tsx',
    menu: ['Courses', 'Create Course'],
  },
  {
    path: 'enrollment-request',
    permission: 'enrolments:decide',
    file: 'features/enrolments/staff-requests-page.tsx',
    menu: ['Courses', 'User Enrollment Request'],
  },
  {
    path: 'training-video',
    permission: 'training:edit',
    file: 'features/training/upload/staff-upload-page.tsx',
    menu: ['Training', 'Upload Training Video'],
  },
  {
    path: 'All-training-video',
    permission: 'training:read',
    file: 'features/training/films/staff-training-page.tsx',
    menu: ['Training', 'All Training Videos'],
  },
  {
    path: 'test-form',
    permission: 'tests:edit',
    file: 'features/assessments/authoring/staff-test-page.tsx',
    menu: ['Test', 'Create Test'],
  },
  {
    path: 'All-tests',
    permission: 'tests:read',
    file: 'features/assessments/list/staff-tests-page.tsx',
    menu: ['Test', 'All Tests'],
  },
  {
    path: 'Published-tests',
    permission: 'tests:read',
    file: 'features/assessments/list/staff-published-tests-page.tsx',
    menu: ['Test', 'Published Tests'],
  },
  { path: 'All-tests/:id', permission: 'staff:enter', file: 'features/assessments/analysis/staff-analysis-page.tsx' },
  {
    path: 'All-tests/:id/keys',
    permission: 'staff:enter',
    file: 'features/assessments/answer-keys/staff-corrected-keys-page.tsx',
  },
  {
    path: 'certificates',
    permission: 'certificates:read',
    file: 'features/certificates/register/staff-register-page.tsx',
    menu: ['Records', 'Certificates'],
  },
  {
    path: 'doubtful-passes',
    permission: 'certificates:read',
    file: 'features/assessments/answer-keys/staff-results-under-review-page.tsx',
    menu: ['Records', 'Results Under Review'],
  },
  { path: 'audit', permission: 'audit:read', file: 'features/audit/staff-audit-page.tsx', menu: ['Records', 'Audit'] },
  {
    path: 'user-results',
    permission: 'results:read',
    file: 'features/assessments/results/staff-results-page.tsx',
    menu: ['Test', 'User Results'],
  },
  {
    path: 'settings',
    permission: 'settings:edit',
    file: 'features/academy/settings/staff-settings-page.tsx',
    menu: ['Settings', 'Academy'],
  },
  {
    path: 'staff',
    permission: 'staff:manage',
    file: 'features/accounts/staff/staff-members-page.tsx',
    menu: ['Settings', 'Staff'],
  },
  {
    path: 'letters',
    permission: 'settings:edit',
    file: 'features/academy/settings/staff-email-templates-page.tsx',
    menu: ['Settings', 'Email Templates'],
  },
  {
    path: 'mails-and-jobs',
    permission: 'settings:edit',
    file: 'features/academy/settings/staff-outbox-page.tsx',
    menu: ['Settings', 'Emails and Jobs'],
  },
  { path: 'user-results/:id', permission: 'staff:enter', file: 'features/assessments/results/staff-attempt-page.tsx' },
];
