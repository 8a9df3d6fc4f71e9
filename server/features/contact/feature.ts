import { emailTemplatesIn } from '../../platform/mail/email-template.ts';
import type { Feature } from '../feature.ts';
import * as emails from './email-templates.ts';
import { contactTables } from './exports.ts';
import { contactData, contactStaffColumns } from './personal-tables.ts';
import { contactRoutes } from './routes.ts';

export const contactFeature: Feature = {
  name: 'contact',
  open: ({ platform }) => ({ routes: contactRoutes(platform) }),
  tables: contactTables,
  emailTemplates: emailTemplatesIn(emails),
  personalTables: contactData,
  staffColumns: contactStaffColumns,
};
