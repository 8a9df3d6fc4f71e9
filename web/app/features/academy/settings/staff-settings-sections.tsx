import type { Settings } from '@fairlead/contract/academy/settings';
import { secondFactorGraceDays } from '@fairlead/contract/accounts/second-factor';
import type { ReactNode } from 'react';
import { Day } from '../../../lib/site.tsx';
import { AttendanceRuleForm } from './staff-attendance-rule-form.tsx';
import { BrandForm } from './staff-brand-form.tsx';
import { CertificateSettingsForm } from './staff-certificate-settings-form.tsx';
import { DigestForm } from './staff-digest-form.tsx';
import { FeaturedForm } from './staff-featured-form.tsx';
import { FeeSettingsForm } from './staff-fee-settings-form.tsx';
import { MailServerForm } from './staff-mail-server-form.tsx';
import { PublicTextsForm } from './staff-public-texts-form.tsx';
import { RetentionForm } from './staff-retention-form.tsx';
import { SecondFactorRuleForm } from './staff-second-factor-form.tsx';
import { TestMail } from './staff-test-mail.tsx';

export type SettingsSection = {
  /** Names it in the fragment of the page's URL. */
  id: string;
  title: string;
  /** What is set, in a few words; where it is long, what the section has. */
  state: ReactNode;
  text: string;
  /** Further words by which it is found: the labels of its fields, and what people would call them. */
  words: string;
  form?: ReactNode;
};

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether a section has every word that is searched for, or words that begin with it. */
export function isAbout({ title, text, words }: SettingsSection, searched: string): boolean {
  const those = wordsOf(`${title} ${text} ${words}`);
  return wordsOf(searched).every((word) => those.some((one) => one.startsWith(word)));
}

/** What a certificate states, or that something of it is missing. */
const stated = (...texts: string[]) =>
  texts.every(Boolean) ? texts.join(' · ') : 'Not complete: certificates are held';

function secondFactorState({ required, until }: Settings['secondFactor']): ReactNode {
  if (required) return 'Required';
  if (until)
    return (
      <>
        Optional until <Day date={until} />
      </>
    );
  return 'Optional';
}

/** The sections of the settings in their order: what a new academy enters first, then what is changed rarely. */
export function sectionsOf(settings: Settings, publicUrl: string): SettingsSection[] {
  const { brand, certificates, retention, digest, attendance, fees, secondFactor, mail, malwareScanner } = settings;
  const kept = Object.values(retention).filter((months) => months !== null).length;
  return [
    {
      id: 'brand',
      title: 'Brand',
      state: stated(brand.name, brand.city),
      text: 'Shown on every page, email and new certificate as soon as you save.',
      words:
        'academy name contact email phone city recognised by the recognition facebook instagram linkedin logo we have no',
      form: <BrandForm brand={brand} />,
    },
    {
      id: 'certificates',
      title: 'Certificates',
      state: stated(certificates.certificatePrefix, certificates.signatoryName, certificates.signatoryTitle),
      text: 'For new certificates. Issued certificates do not change.',
      words: 'prefix number signatory title of the signatory signature who signs',
      form: <CertificateSettingsForm certificates={certificates} />,
    },
    {
      id: 'email',
      title: 'Email',
      state: mail.operator ?? mail.server?.host ?? 'No mail server: email is saved as files',
      text: 'The server that sends your emails, such as codes for new users. Its password is stored encrypted and never shown again.',
      words: 'host port encryption user password of the mail server smtp starttls tls test',
      form: (
        <>
          <MailServerForm mail={mail} />
          <TestMail />
        </>
      ),
    },
    {
      id: 'fees',
      title: 'Fees',
      state: fees.isOn ? 'Recorded' : 'Not recorded',
      text: 'A record of what learners have to pay and have paid. Money does not move here: they pay by UPI, to your bank account or at your desk.',
      words:
        'record in fairlead how learners pay id account name bank number ifsc at the desk legal address gstin gst rate in percent tax sac prices of courses include remind the payers of overdue invoices by email, once a week',
      form: <FeeSettingsForm fees={fees} />,
    },
    {
      id: 'home',
      title: 'Home page',
      state: 'The courses of its tiles',
      text: 'The courses of its tiles, in this order. A course that is not published is not shown, and loses its place when you save. With none, the page names six courses, each of which leads to yours of that name, or to Contact.',
      words: 'featured public website tile 1 2 3 4 5 6',
      form: <FeaturedForm />,
    },
    {
      id: 'texts',
      title: 'Public texts',
      state: 'Home page, About and news',
      text: 'In plain text. A text that is blank is the one with which the program begins. News stand on the home page while there are any, the latest first.',
      words: 'home page, below the welcome about news day, item 1 2 3 4 5 text, website',
      form: <PublicTextsForm />,
    },
    {
      id: 'attendance',
      title: 'Attendance',
      state: `Up to ${attendance.mostAbsentPercent}% absent`,
      text: 'Anyone who is absent for more than this share of the half days of a batch is dropped from it. It applies to what is marked from now on.',
      words: 'allowed absence in percent classroom',
      form: <AttendanceRuleForm {...attendance} />,
    },
    {
      id: 'daily-email',
      title: 'Daily email',
      state: `At ${String(digest.hour).padStart(2, '0')}:00`,
      text: 'Lists pending decisions, and courses whose approval ends, for the staff in charge. Each of them can stop it.',
      words: 'hour digest',
      form: <DigestForm hour={digest.hour} />,
    },
    {
      id: 'second-factor',
      title: 'Second factor of staff',
      state: secondFactorState(secondFactor),
      text: `Staff enter a code from an app after their password. They have ${secondFactorGraceDays} days from their first login to set it up; after that, the staff pages open only when it is set up.`,
      words: 'required optional until a date a password is enough then: login security last day',
      form: <SecondFactorRuleForm rule={secondFactor} />,
    },
    {
      id: 'retention',
      title: 'Retention',
      state: `${kept} of ${Object.keys(retention).length} kinds of records are deleted after a time`,
      text: 'In months. Leave blank to keep forever. Records that prove a training are always kept.',
      words:
        'registrations never verified rejected identity documents unused accounts contact messages ip addresses erasure privacy',
      form: <RetentionForm retention={retention} />,
    },
    {
      id: 'public-address',
      title: 'Public address',
      state: publicUrl,
      text: `Your site is at ${publicUrl}. Passkeys, links in emails and the public log depend on it, so it can be changed only by the operator of the program, as PUBLIC_URL.`,
      words: 'domain',
    },
    {
      id: 'malware-scanner',
      title: 'Malware scanner',
      state: malwareScanner ? 'Set up' : 'None',
      text: malwareScanner
        ? 'A scanner examines every document that people upload. One with malware is not accepted.'
        : 'Uploaded documents are not scanned for malware, because there is no scanner. The operator of the program can set one up.',
      words: 'virus clamav',
    },
  ];
}
