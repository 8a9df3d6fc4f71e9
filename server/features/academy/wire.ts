import type { Brand } from '@fairlead/contract/academy/calls';
import { emailGroupOf, type EmailTemplate as ShownTemplate } from '@fairlead/contract/academy/email-templates';
import type { FeeSettings } from '@fairlead/contract/academy/fee-settings';
import type { MailSettings } from '@fairlead/contract/academy/mail-server';
import type { FailedJob } from '@fairlead/contract/academy/outbox';
import type { Retention, SecondFactorRule, Settings } from '@fairlead/contract/academy/settings';
import type { Files } from '../../platform/files/files.ts';
import type { GivenUpRow } from '../../platform/jobs/queries.ts';
import type { DeclaredTemplate } from '../../platform/mail/email-template.ts';
import { mailJob } from '../../platform/mail/queue-mail.ts';
import type { Config } from '../../settings/config.ts';
import type { Academy } from './queries.ts';

const brandOf = ({ name, email, phone, city, facebook, instagram, linkedin, recognition }: Academy) => ({
  name,
  email,
  phone,
  city,
  facebook,
  instagram,
  linkedin,
  recognition,
});

/**
 * Texts with which the public pages begin, until the academy has stated its own. Emails, certificates and documents
 * never have them.
 */
const startingTexts = { name: 'Maritime Academy', city: 'Mumbai, India', recognition: 'national shipping directorate' };

/** The academy as everyone sees it. */
export const toBrand = (
  files: Pick<Files, 'link'>,
  { publicUrl, timeZone }: Pick<Config, 'publicUrl' | 'timeZone'>,
  academy: Academy,
): Brand => ({
  ...brandOf(academy),
  name: academy.missing.includes('name') ? startingTexts.name : academy.name,
  city: academy.city || startingTexts.city,
  recognition: academy.isRecognitionStated ? academy.recognition : startingTexts.recognition,
  logo: academy.logo && files.link('academy', academy.logo),
  publicUrl,
  timeZone,
  sendsEmail: academy.sendsEmail,
  isAboard: false,
});

type Dependencies = {
  academy: Academy;
  retention: Retention;
  digestHour: number;
  mostAbsentPercent: number;
  fees: FeeSettings;
  secondFactor: SecondFactorRule;
  mail: MailSettings;
};

/** The academy as those who may change its settings see it. */
export const toSettings = (
  files: Pick<Files, 'link' | 'scan'>,
  { academy, retention, digestHour, mostAbsentPercent, fees, secondFactor, mail }: Dependencies,
): Settings => {
  const { logo, signature, certificatePrefix, signatoryName, signatoryTitle, missing } = academy;
  return {
    brand: {
      ...brandOf(academy),
      name: missing.includes('name') ? '' : academy.name,
      noRecognition: academy.isRecognitionStated && academy.recognition === '',
      logo: logo ? { filename: logo, url: files.link('academy', logo) } : null,
    },
    certificates: {
      certificatePrefix,
      signatoryName,
      signatoryTitle,
      signature: signature ? { filename: signature, url: files.link('signatures', signature) } : null,
    },
    retention,
    digest: { hour: digestHour },
    attendance: { mostAbsentPercent },
    fees,
    secondFactor,
    mail,
    malwareScanner: files.scan !== undefined,
  };
};

/** A job that was given up, with what staff need to judge it; the rest of an email is for its recipient only. */
export function toFailedJob({ id, kind, payload, attempts, lastError, gaveUpAt }: GivenUpRow): FailedJob {
  const { to, subject } = (kind === mailJob ? payload : {}) as Partial<Record<'to' | 'subject', string>>;
  return {
    _id: id,
    kind,
    to: to ?? null,
    subject: subject ?? null,
    reason: lastError ?? 'No reason is known.',
    tries: attempts,
    gaveUpAt: (gaveUpAt ?? new Date(0)).toISOString(),
  };
}

type Words = { subject: string; text: string; changedAt: Date } | undefined;

/** An email template with its current text. */
export const toEmailTemplate = (
  { key, feature, when, samples, ...own }: DeclaredTemplate,
  words: Words,
  ofAcademy: Record<string, string>,
): ShownTemplate => ({
  key,
  group: emailGroupOf(feature) ?? '',
  when,
  subject: words?.subject ?? own.subject,
  text: words?.text ?? own.text,
  changedAt: words?.changedAt.toISOString() ?? null,
  placeholders: Object.entries({ ...samples, ...ofAcademy }).map(([name, sample]) => ({ name, sample })),
});
