import type { Overview } from '@fairlead/contract/overview';
import type { Permission } from '@fairlead/contract/permissions';
import type { StaffIcon } from './ui/staff-icons.tsx';

/** The groups of the staff's menu, in its order; the entries of the first one stand above the titles. */
export const menuGroups = ['', 'Users', 'Courses', 'Fees', 'Training', 'Test', 'Records', 'Settings'] as const;
type Group = (typeof menuGroups)[number];

/** The kinds of pending items that are counted. */
export type Queue = {
  [Kind in keyof Overview]: NonNullable<Overview[Kind]> extends { count: number } ? Kind : never;
}[keyof Overview];

/** A page of the staff area: its path below /admin-dashboard, the permission that opens it, and its file. */
export type StaffRoute = {
  path: string;
  permission: Permission;
  file: string;
  id?: string;
  /** Its entry in the menu; the entries of a group are in the order of this table. */
  menu?: readonly [group: Group, text: string, icon: StaffIcon];
  /** The pending items that are decided here; their number stands beside the entry. */
  queue?: Queue;
  /** The pending items that are counted only where the academy has this page: it has no page of fees without fees. */
  onlyWith?: Queue;
  /** The path of the list whose entry is marked while this page is open, for a page without an entry of its own. */
  of?: string;
  /** The same while the page edits something: when this parameter is in its URL. */
  edits?: readonly [parameter: string, of: string];
  /** Further words by which Find finds the page: what people would call it. */
  words?: string;
  /** What stands for a page without an entry in the menu where Find finds it; without it, such a page is not found. */
  found?: StaffRoute['menu'];
  /** The group of the menu that has this page as its own. */
  heads?: Group;
};

/**
 * The pages of the staff area. `routes.ts` makes routes of them, `staff-menu.ts` the menu; the guard looks up their
 * permissions here, and a page that is not here opens for nobody. `staff:enter` opens a page for all staff.
 */
export const staffRoutes: readonly StaffRoute[] = [
  {
    path: '',
    permission: 'staff:enter',
    file: 'features/overview/staff-overview-page.tsx',
    menu: ['', 'Overview', 'overview'],
    words: 'home dashboard start figures',
  },
  {
    path: 'account',
    permission: 'staff:enter',
    file: 'features/overview/account-page.tsx',
    id: 'staff-account',
    found: ['', 'Your account', 'user'],
    words: 'password email passkey sessions',
  },
  {
    path: 'users',
    permission: 'staff:enter',
    file: 'features/overview/staff-users-page.tsx',
    heads: 'Users',
    found: ['Users', 'Users', 'user'],
    words: 'people',
  },
  {
    path: 'import-users',
    permission: 'people:approve',
    file: 'features/people-import/staff-import-page.tsx',
    of: 'approved-users',
    found: ['Users', 'Import Users', 'import'],
    words: 'people csv excel file crew add enroll',
  },
  {
    path: 'import-users/:id',
    permission: 'people:approve',
    file: 'features/people-import/staff-imported-page.tsx',
    of: 'approved-users',
  },
  {
    path: 'unapproved-users',
    permission: 'people:approve',
    file: 'features/accounts/people/staff-unapproved-users-page.tsx',
    menu: ['Users', 'Unapproved Users', 'newUser'],
    queue: 'registrations',
    words: 'registrations approve pending new people',
  },
  {
    path: 'approved-users',
    permission: 'people:read',
    file: 'features/enrolments/staff-approved-users-page.tsx',
    menu: ['Users', 'Approved Users', 'approvedUser'],
    words: 'people learners seafarers disable invited enroll',
  },
  {
    path: 'user-profiles',
    permission: 'people:read',
    file: 'features/seafarers/staff-profiles-page.tsx',
    menu: ['Users', 'User Profiles', 'profile'],
    queue: 'identityChanges',
    words: 'documents passport identity people',
  },
  {
    path: 'documents-to-check',
    permission: 'people:read',
    file: 'features/wallet/staff-waiting-page.tsx',
    menu: ['Users', 'Documents to Check', 'document'],
    queue: 'documentsToCheck',
    words: 'wallet medical visa passport scan check',
  },
  {
    path: 'expiring-documents',
    permission: 'people:read',
    file: 'features/wallet/staff-expiring-page.tsx',
    menu: ['Users', 'Expiring Documents', 'expiry'],
    words: 'radar expiry renew wallet medical visa passport',
  },
  {
    path: 'watching/:id',
    permission: 'staff:enter',
    file: 'features/training/records/staff-watch-record-page.tsx',
    of: 'All-training-video',
  },
  {
    path: 'people/:id',
    permission: 'people:read',
    file: 'features/overview/staff-person-page.tsx',
    of: 'approved-users',
  },
  {
    path: 'fit-to-join',
    permission: 'fitness:read',
    file: 'features/fit-to-join/staff-fit-to-join-page.tsx',
    menu: ['Users', 'Fit to Join', 'fitToJoin'],
    words: 'crew ship joining documents expire missing matrix verdict sign off',
  },
  {
    path: 'fit-to-join/:id',
    permission: 'fitness:read',
    file: 'features/fit-to-join/staff-fit-person-page.tsx',
    of: 'fit-to-join',
  },
  {
    path: 'checklists',
    permission: 'fitness:read',
    file: 'features/fit-to-join/staff-checklists-page.tsx',
    of: 'fit-to-join',
    found: ['Users', 'Checklists', 'fitToJoin'],
    words: 'requirements rank flag ship documents rules',
  },
  {
    path: 'checklists/:id',
    permission: 'fitness:read',
    file: 'features/fit-to-join/staff-checklist-page.tsx',
    of: 'fit-to-join',
  },
  {
    path: 'checklists/:id/difference',
    permission: 'fitness:read',
    file: 'features/fit-to-join/staff-checklist-difference-page.tsx',
    of: 'fit-to-join',
  },
  {
    path: 'create-checklist',
    permission: 'checklists:edit',
    file: 'features/fit-to-join/staff-checklist-form-page.tsx',
    of: 'fit-to-join',
    found: ['Users', 'Create Checklist', 'fitToJoin'],
    words: 'add new requirements',
  },
  {
    path: 'courses',
    permission: 'courses:read',
    file: 'features/courses/editing/staff-courses-page.tsx',
    menu: ['Courses', 'All Courses', 'course'],
    words: 'catalogue edit',
  },
  {
    path: 'courses/:id',
    permission: 'staff:enter',
    file: 'features/overview/staff-course-overview-page.tsx',
    of: 'courses',
  },
  {
    path: 'courses/:id/rule',
    permission: 'courses:read',
    file: 'features/courses/editing/staff-course-rules-page.tsx',
    of: 'courses',
  },
  {
    path: 'create-course',
    permission: 'courses:edit',
    file: 'features/courses/editing/staff-course-page.tsx',
    menu: ['Courses', 'Create Course', 'newCourse'],
    edits: ['course', 'courses'],
    words: 'add new',
  },
  {
    path: 'categories',
    permission: 'settings:edit',
    file: 'features/courses/editing/staff-categories-page.tsx',
    of: 'courses',
    found: ['Courses', 'Course Categories', 'course'],
    words: 'catalogue filter order rename hide',
  },
  {
    path: 'batches',
    permission: 'courses:read',
    file: 'features/batches/staff-batches-page.tsx',
    menu: ['Courses', 'Batches', 'batch'],
    words: 'classroom dates seats venue waiting list attendance',
  },
  {
    path: 'batch-calendar',
    permission: 'courses:read',
    file: 'features/batches/staff-batch-calendar-page.tsx',
    of: 'batches',
    found: ['Courses', 'Calendar of batches', 'batch'],
    words: 'month dates classroom',
  },
  {
    path: 'create-batch',
    permission: 'enrolments:decide',
    file: 'features/batches/staff-batch-form-page.tsx',
    of: 'batches',
    found: ['Courses', 'Create Batch', 'batch'],
    words: 'add new classroom dates',
  },
  {
    path: 'batches/:id',
    permission: 'courses:read',
    file: 'features/enrolments/staff-batch-page.tsx',
    of: 'batches',
  },
  {
    path: 'batches/:id/attendance',
    permission: 'courses:read',
    file: 'features/training/attendance/staff-attendance-page.tsx',
    of: 'batches',
  },
  {
    path: 'enrollment-request',
    permission: 'enrolments:decide',
    file: 'features/enrolments/staff-requests-page.tsx',
    menu: ['Courses', 'User Enrollment Request', 'request'],
    queue: 'requests',
    words: 'enrolment enrollments accept decline pending',
  },
  {
    path: 'enrollment-request/one-by-one',
    permission: 'enrolments:decide',
    file: 'features/enrolments/staff-request-queue-page.tsx',
    of: 'enrollment-request',
    found: ['Courses', 'Requests one by one', 'request'],
    words: 'queue documents check viewer decide',
  },
  {
    path: 'payment-proofs',
    permission: 'fees:read',
    file: 'features/fees/staff-proofs-page.tsx',
    menu: ['Fees', 'Payment Proofs', 'proof'],
    queue: 'paymentProofs',
    onlyWith: 'paymentProofs',
    words: 'confirm transfer upi bank screenshot',
  },
  {
    path: 'fees',
    permission: 'fees:read',
    file: 'features/fees/staff-fees-page.tsx',
    menu: ['Fees', 'Fees', 'fee'],
    onlyWith: 'paymentProofs',
    words: 'due dues balance record payment waive',
  },
  {
    path: 'fees/:id',
    permission: 'fees:read',
    file: 'features/fees/staff-fee-page.tsx',
    of: 'fees',
  },
  {
    path: 'payments',
    permission: 'fees:read',
    file: 'features/fees/staff-payments-page.tsx',
    menu: ['Fees', 'Payments', 'payment'],
    onlyWith: 'paymentProofs',
    words: 'money received refunds cash upi bank cheque ledger',
  },
  {
    path: 'invoices',
    permission: 'fees:read',
    file: 'features/fees/staff-invoices-page.tsx',
    menu: ['Fees', 'Invoices', 'invoice'],
    onlyWith: 'paymentProofs',
    words: 'receipts credit notes gst tax accountant sales',
  },
  {
    path: 'takings',
    permission: 'fees:read',
    file: 'features/fees/staff-takings-page.tsx',
    menu: ['Fees', 'Day’s Takings', 'takings'],
    onlyWith: 'paymentProofs',
    words: 'cash desk today daily closing',
  },
  {
    path: 'training-video',
    permission: 'training:edit',
    file: 'features/training/upload/staff-upload-page.tsx',
    menu: ['Training', 'Upload Training Video', 'upload'],
    words: 'add new film',
  },
  {
    path: 'All-training-video',
    permission: 'training:read',
    file: 'features/training/films/staff-training-page.tsx',
    menu: ['Training', 'All Training Videos', 'film'],
    words: 'films',
  },
  {
    path: 'aboard',
    permission: 'training:read',
    file: 'features/offline-records/staff-offline-passes-page.tsx',
    menu: ['Training', 'Courses Aboard', 'aboard'],
    words: 'offline pass ship voyage progress file devices withdraw',
  },
  {
    path: 'test-form',
    permission: 'tests:edit',
    file: 'features/assessments/authoring/staff-test-page.tsx',
    menu: ['Test', 'Create Test', 'newTest'],
    edits: ['test', 'All-tests'],
    words: 'add new exam assessment question',
  },
  {
    path: 'All-tests',
    permission: 'tests:read',
    file: 'features/assessments/list/staff-tests-page.tsx',
    menu: ['Test', 'All Tests', 'test'],
    words: 'exams assessments questions',
  },
  {
    path: 'Published-tests',
    permission: 'tests:read',
    file: 'features/assessments/list/staff-published-tests-page.tsx',
    menu: ['Test', 'Published Tests', 'publishedTest'],
    words: 'exams assessments',
  },
  {
    path: 'All-tests/:id',
    permission: 'staff:enter',
    file: 'features/assessments/analysis/staff-analysis-page.tsx',
    of: 'All-tests',
  },
  {
    path: 'All-tests/:id/keys',
    permission: 'staff:enter',
    file: 'features/assessments/answer-keys/staff-corrected-keys-page.tsx',
    of: 'All-tests',
  },
  {
    path: 'certificates',
    permission: 'certificates:read',
    file: 'features/certificates/register/staff-register-page.tsx',
    menu: ['Records', 'Certificates', 'certificate'],
    queue: 'heldCertificates',
    words: 'register revoke correct print',
  },
  {
    path: 'doubtful-passes',
    permission: 'certificates:read',
    file: 'features/assessments/answer-keys/staff-results-under-review-page.tsx',
    menu: ['Records', 'Results to Review', 'review'],
    queue: 'doubtfulPasses',
    words: 'answer key passes',
  },
  {
    path: 'messages',
    permission: 'messages:answer',
    file: 'features/contact/staff-messages-page.tsx',
    menu: ['', 'Messages', 'message'],
    queue: 'messages',
    words: 'inbox contact answer visitors email',
  },
  {
    path: 'messages/:id',
    permission: 'messages:answer',
    file: 'features/contact/staff-message-page.tsx',
    of: 'messages',
  },
  {
    path: 'inspection-packs',
    permission: 'people:export',
    file: 'features/inspection-packs/staff-inspection-packs-page.tsx',
    menu: ['Records', 'Inspection Packs', 'pack'],
    words: 'inspector administration dgs marina evidence zip export authority cip',
  },
  {
    path: 'audit',
    permission: 'audit:read',
    file: 'features/audit/staff-audit-page.tsx',
    menu: ['Records', 'Audit', 'audit'],
    queue: 'logFlaws',
    words: 'history log check',
  },
  {
    path: 'user-results',
    permission: 'results:read',
    file: 'features/assessments/results/staff-results-page.tsx',
    menu: ['Test', 'User Results', 'results'],
    words: 'attempts scores exams',
  },
  {
    path: 'settings',
    permission: 'settings:edit',
    file: 'features/academy/settings/staff-settings-page.tsx',
    menu: ['Settings', 'Academy', 'settings'],
    words: 'name logo address signatory second factor',
  },
  {
    path: 'staff',
    permission: 'staff:manage',
    file: 'features/accounts/staff/staff-members-page.tsx',
    menu: ['Settings', 'Staff', 'staff'],
    words: 'colleagues roles administrators instructors invite',
  },
  {
    path: 'letters',
    permission: 'settings:edit',
    file: 'features/academy/settings/staff-email-templates-page.tsx',
    menu: ['Settings', 'Email Templates', 'mail'],
    words: 'letters texts',
  },
  {
    path: 'document-kinds',
    permission: 'settings:edit',
    file: 'features/wallet/staff-kinds-page.tsx',
    menu: ['Settings', 'Document Kinds', 'document'],
    words: 'wallet validity medical visa number format renewal',
  },
  {
    path: 'mails-and-jobs',
    permission: 'settings:edit',
    file: 'features/academy/settings/staff-outbox-page.tsx',
    menu: ['Settings', 'Failed Deliveries', 'outbox'],
    queue: 'jobsGivenUp',
    words: 'outbox emails jobs',
  },
  {
    path: 'user-results/:id',
    permission: 'staff:enter',
    file: 'features/assessments/results/staff-attempt-page.tsx',
    of: 'user-results',
  },
];
