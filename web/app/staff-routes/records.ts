import type { StaffRoute } from './staff-route.ts';

/** The pages about certificates, messages and what is kept, and the settings. */
export const recordRoutes: readonly StaffRoute[] = [
  {
    path: 'certificates',
    permission: 'certificates:read',
    file: 'features/certificates/register/staff-register-page.tsx',
    menu: ['Certificates', 'Certificates', 'certificate'],
    queue: 'heldCertificates',
    words: 'register revoke correct print',
  },
  {
    path: 'doubtful-passes',
    permission: 'certificates:read',
    file: 'features/assessments/answer-keys/staff-results-under-review-page.tsx',
    menu: ['Certificates', 'Results to Review', 'review'],
    queue: 'doubtfulPasses',
    words: 'answer key passes',
  },
  {
    path: 'messages',
    permission: 'messages:answer',
    file: 'features/contact/staff-messages-page.tsx',
    menu: ['Messages', 'Messages', 'message'],
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
    path: 'settings',
    permission: 'settings:edit',
    file: 'features/academy/settings/staff-settings-page.tsx',
    menu: ['Settings', 'All Settings', 'settings'],
    words:
      'academy name logo address brand signatory second factor mail server smtp retention fees upi gst attendance news tiles',
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
];
