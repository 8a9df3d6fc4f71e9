import { secondFactorGraceDays } from '@fairlead/contract/accounts/second-factor';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useBrand } from '../../../lib/brand.ts';
import { preload } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { LoadFailure } from '../../../shell/load-failure.tsx';
import { cx } from '../../../ui/cx.ts';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import type { Route } from './+types/staff-settings-page.ts';
import { AttendanceRuleForm } from './staff-attendance-rule-form.tsx';
import { BrandForm } from './staff-brand-form.tsx';
import { CertificateSettingsForm } from './staff-certificate-settings-form.tsx';
import { DigestForm } from './staff-digest-form.tsx';
import { FeaturedForm, featuredQuery } from './staff-featured-form.tsx';
import { FeeSettingsForm } from './staff-fee-settings-form.tsx';
import { MailServerForm } from './staff-mail-server-form.tsx';
import { PublicTextsForm, publicTextsQuery } from './staff-public-texts-form.tsx';
import { RetentionForm } from './staff-retention-form.tsx';
import { SecondFactorRuleForm } from './staff-second-factor-form.tsx';
import { settingsQuery } from './staff-settings-api.ts';
import { TestMail } from './staff-test-mail.tsx';

export const meta: Route.MetaFunction = (page) => titled('Academy', page);

export const clientLoader = async () => {
  await Promise.all([preload(settingsQuery), preload(featuredQuery), preload(publicTextsQuery)]);
};

/** The academy's settings. */
export default function StaffSettingsPage() {
  const { brand, certificates, retention, digest, attendance, fees, secondFactor, mail, malwareScanner } =
    useSuspenseQuery(settingsQuery).data;
  const { publicUrl } = useBrand();
  return (
    <>
      <PageHeader title="Academy">Your contact details, your certificates, and how long records are kept.</PageHeader>
      <div className="flex max-w-4xl flex-col gap-6">
        <Part id="brand" title="Brand" text="Shown on every page, email and new certificate as soon as you save.">
          <BrandForm brand={brand} />
        </Part>
        <Part id="certificates" title="Certificates" text="For new certificates. Issued certificates do not change.">
          <CertificateSettingsForm certificates={certificates} />
        </Part>
        <Part
          title="Home page"
          text="The courses of its tiles, in this order. A course that is not published is not shown, and loses its place when you save. With none, the page names six courses, each of which leads to yours of that name, or to Contact."
        >
          <FeaturedForm />
        </Part>
        <Part
          id="texts"
          title="Public texts"
          text="In plain text. A text that is blank is the one with which the program begins. News stand on the home page while there are any, the latest first."
        >
          <PublicTextsForm />
        </Part>
        <Part
          id="email"
          title="Email"
          text="The server that sends your emails, such as codes for new users. Its password is stored encrypted and never shown again."
        >
          <MailServerForm mail={mail} />
          <TestMail />
        </Part>
        <Part
          title="Public address"
          text={`Your site is at ${publicUrl}. Passkeys, links in emails and the public log depend on it, so it can be changed only by the operator of the program, as PUBLIC_URL.`}
        />
        <Part
          title="Retention"
          text="In months. Leave blank to keep forever. Records that prove a training are always kept."
        >
          <RetentionForm retention={retention} />
        </Part>
        <Part
          title="Daily email"
          text="Lists pending decisions, and courses whose approval ends, for the staff in charge. Each of them can stop it."
        >
          <DigestForm hour={digest.hour} />
        </Part>
        <Part
          title="Attendance"
          text="Anyone who is absent for more than this share of the half days of a batch is dropped from it. It applies to what is marked from now on."
        >
          <AttendanceRuleForm {...attendance} />
        </Part>
        <Part
          title="Fees"
          text="A record of what learners have to pay and have paid. Money does not move here: they pay by UPI, to your bank account or at your desk."
        >
          <FeeSettingsForm fees={fees} />
        </Part>
        <Part
          title="Second factor of staff"
          text={`Staff enter a code from an app after their password. They have ${secondFactorGraceDays} days from their first login to set it up; after that, the staff pages open only when it is set up.`}
        >
          <SecondFactorRuleForm rule={secondFactor} />
        </Part>
        <Part
          title="Malware scanner"
          text={
            malwareScanner
              ? 'A scanner examines every document that people upload. One with malware is not accepted.'
              : 'Uploaded documents are not scanned for malware, because there is no scanner. The operator of the program can set one up.'
          }
        />
      </div>
    </>
  );
}

function Part({ id, title, text, children }: { id?: string; title: string; text: string; children?: ReactNode }) {
  return (
    <Card id={id} className="scroll-mt-24 p-6">
      <h2 className="text-lg">{title}</h2>
      <p className={cx('mt-1 text-soft', children !== undefined && 'mb-5')}>{text}</p>
      {children}
    </Card>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Academy" failure="Failed to load the settings." error={error} />;
}
