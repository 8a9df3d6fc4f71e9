import * as academy from '../features/academy/email-templates.ts';
import * as accounts from '../features/accounts/email-templates.ts';
import * as passkeys from '../features/accounts/sign-in/passkey-email-templates.ts';
import * as staff from '../features/accounts/staff-email-templates.ts';
import * as assessments from '../features/assessments/email-templates.ts';
import * as batches from '../features/batches/email-templates.ts';
import * as certificates from '../features/certificates/email-templates.ts';
import * as contact from '../features/contact/email-templates.ts';
import * as enrolments from '../features/enrolments/email-templates.ts';
import * as fees from '../features/fees/email-templates.ts';
import * as overview from '../features/overview/email-templates.ts';
import * as peopleImport from '../features/people-import/email-templates.ts';
import * as personalData from '../features/personal-data/email-templates.ts';
import * as seafarers from '../features/seafarers/email-templates.ts';
import * as signOn from '../features/single-sign-on/email-templates.ts';
import * as training from '../features/training/email-templates.ts';
import * as wallet from '../features/wallet/email-templates.ts';
import { type EmailTemplate, isEmailTemplate } from '../platform/mail/email-template.ts';

/** Every email template of the program, in the order in which staff see them. */
export const emailTemplates: readonly EmailTemplate[] = [
  accounts,
  passkeys,
  staff,
  signOn,
  seafarers,
  batches,
  fees,
  enrolments,
  peopleImport,
  training,
  assessments,
  certificates,
  wallet,
  overview,
  personalData,
  contact,
  academy,
].flatMap(({ ...ofFeature }) => Object.values(ofFeature).filter(isEmailTemplate));
