import { emailTemplatesIn } from '../../platform/mail/email-template.ts';
import type { Feature } from '../feature.ts';
import { emailTemplateRoutes } from './email-template-routes.ts';
import * as emails from './email-templates.ts';
import { outboxRoutes } from './outbox-routes.ts';
import { emailTemplateStaffColumns } from './personal-tables.ts';
import { academyRoutes } from './routes.ts';
import { settingsRoutes } from './settings-routes.ts';

export { mailLogo } from './mail-logo.ts';
export { findMailServer, getMailSettings } from './mail-server.ts';
export { academyName, findInbox, getAcademy, getSender } from './queries.ts';

export const academyFeature: Feature = {
  name: 'academy',
  open: ({ platform, post, declared }) => ({
    routes: [
      ...academyRoutes(platform),
      ...settingsRoutes(platform),
      ...emailTemplateRoutes(platform, declared.emailTemplates),
      ...outboxRoutes(platform, post),
    ],
  }),
  emailTemplates: emailTemplatesIn(emails),
  staffColumns: emailTemplateStaffColumns,
};
