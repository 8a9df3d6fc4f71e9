import type { Recurring } from '../../platform/jobs/worker.ts';
import { emailTemplatesIn } from '../../platform/mail/email-template.ts';
import type { Feature } from '../feature.ts';
import { billRoutes } from './bills/bill-routes.ts';
import { mailBill, mailBillJob } from './bills/mail-bill.ts';
import { mailCreditNotes, mailCreditNotesJob, mailReceipt, mailReceiptJob } from './bills/mail-payer.ts';
import { remindOfOverdue } from './bills/remind-payer.ts';
import { registerFeeDocuments } from './document-routes.ts';
import * as emails from './email-templates.ts';
import { feeTables } from './exports.ts';
import { owedRoutes } from './owed-routes.ts';
import { ownFeeRoutes } from './own-routes.ts';
import { feeData, feeStaffColumns } from './personal-tables.ts';
import { feeRoutes } from './routes.ts';

/** Four times a day, so that reminders are sent even if the program is not always running. */
const overdueReminders: Recurring = { kind: 'remind-of-overdue', everyMinutes: 6 * 60 };

export const feesFeature: Feature = {
  name: 'fees',
  open: ({ platform, app, typesetter }) => {
    registerFeeDocuments(app, platform, typesetter);
    return {
      routes: [...ownFeeRoutes(platform), ...feeRoutes(platform), ...billRoutes(platform), ...owedRoutes(platform)],
      jobs: {
        [mailBillJob]: mailBill(platform, typesetter),
        [mailCreditNotesJob]: mailCreditNotes(platform, typesetter),
        [mailReceiptJob]: mailReceipt(platform, typesetter),
        [overdueReminders.kind]: () => remindOfOverdue(platform),
      },
    };
  },
  recurring: () => [overdueReminders],
  tables: feeTables,
  emailTemplates: emailTemplatesIn(emails),
  personalTables: feeData,
  staffColumns: feeStaffColumns,
};
