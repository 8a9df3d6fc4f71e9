import { emailTemplatesIn } from '../../platform/mail/email-template.ts';
import type { Feature } from '../feature.ts';
import { sweepCodes } from './codes.ts';
import * as emails from './email-templates.ts';
import { accountTables } from './exports.ts';
import { ownAccountRoutes } from './own/own-account-routes.ts';
import { staffAccountRoutes } from './people/staff-account-routes.ts';
import { accountData, accountStaffColumns, loginData } from './personal-tables.ts';
import { accountRoutes } from './routes.ts';
import * as passkeyEmails from './sign-in/passkey-email-templates.ts';
import { passkeyRoutes } from './sign-in/passkey-routes.ts';
import { sweepPasskeyChallenges } from './sign-in/passkeys.ts';
import { secondFactorRoutes } from './sign-in/second-factor-routes.ts';
import { findHolder, sweepSessions } from './sign-in/sessions.ts';
import { sweepInvitations } from './staff/invitations.ts';
import { staffMemberRoutes } from './staff/staff-member-routes.ts';
import * as staffEmails from './staff-email-templates.ts';

export { findHolder, sessionLookup } from './sign-in/sessions.ts';
export { ensureFirstAdmin } from './staff/ensure-first-admin.ts';

export const accountsFeature: Feature = {
  name: 'accounts',
  open: ({ platform }) => ({
    routes: [
      ...accountRoutes(platform),
      ...ownAccountRoutes(platform),
      ...secondFactorRoutes(platform),
      ...passkeyRoutes(platform),
      ...staffAccountRoutes(platform),
      ...staffMemberRoutes(platform),
    ],
    fileRights: { findHolder: (accountId) => findHolder(platform, accountId) },
  }),
  tables: accountTables,
  emailTemplates: emailTemplatesIn(emails, passkeyEmails, staffEmails),
  personalTables: [...loginData, accountData],
  staffColumns: accountStaffColumns,
  sweeps: [
    ({ db, clock }) => sweepSessions(db, clock()),
    ({ db, clock }) => sweepCodes(db, clock()),
    ({ db, clock }) => sweepInvitations(db, clock()),
    ({ db, clock }) => sweepPasskeyChallenges(db, clock()),
  ],
};
