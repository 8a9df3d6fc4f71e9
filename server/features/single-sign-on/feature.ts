import { emailTemplatesIn } from '../../platform/mail/email-template.ts';
import type { Feature } from '../feature.ts';
import { sweepSignOns } from './begin-sign-on.ts';
import * as emails from './email-templates.ts';
import { signOnData } from './personal-tables.ts';
import { registerBackChannelLogout, signOnRoutes } from './routes.ts';

export const singleSignOnFeature: Feature = {
  name: 'single-sign-on',
  open: ({ platform, app }) => {
    registerBackChannelLogout(app, platform);
    return { routes: signOnRoutes(platform) };
  },
  emailTemplates: emailTemplatesIn(emails),
  personalTables: signOnData,
  sweeps: [({ db, clock }) => sweepSignOns(db, clock())],
};
