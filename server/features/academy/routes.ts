import { academy } from '@fairlead/contract/academy';
import { transaction } from '../../platform/db/database.ts';
import { consume } from '../../platform/db/rate-limits.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { contactEmail } from './email-templates.ts';
import { getAcademy } from './queries.ts';
import { sendEmail } from './send-email.ts';
import { toBrand } from './wire.ts';

/** Contact messages per hour from one IP address. */
const messagesAnHour = 60;

/** Routes for the academy's public details and its contact form. */
export const academyRoutes = ({ db, files, config, clock }: Platform) =>
  serve(academy, {
    getBrand: async () => toBrand(files, config, await getAcademy(db, config)),
    contact: async ({ body, ip }) => {
      await consume(db, { key: `contact:${ip}`, max: messagesAnHour, seconds: 3600 }, clock());
      await transaction(db, (tx) => sendEmail(tx, config, contactEmail, { values: body, replyTo: body.email }));
      return { message: 'Thank you. Your message has been sent to the academy.' };
    },
  });
