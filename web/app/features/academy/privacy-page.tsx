import { useBrand } from '../../lib/brand.ts';
import { presented } from '../../lib/pages/page-meta.ts';
import { paths } from '../../lib/paths.ts';
import { EmailOrPhone } from '../../ui/email-or-phone.tsx';
import type { Route } from './+types/privacy-page.ts';
import { type Chapter, TextDocument } from './text-document.tsx';

export const meta: Route.MetaFunction = (page) =>
  presented(page, {
    title: 'Privacy',
    description: 'What data the academy stores about you, why, for how long, and your rights.',
    path: paths.privacy,
  });

export default function PrivacyPage() {
  const { name, email, phone } = useBrand();
  const chapters: Chapter[] = [
    {
      title: 'What we store, and why',
      text: (
        <>
          <p>
            Your name, mobile number and email address, to identify and contact you. Your date of birth, address,
            passport, CDC, INDoS and grade numbers with their documents, because a training certificate must identify
            its holder. The videos you watched and the answers you gave, because your certificate is based on them. What
            staff note when you call or write, so that the next colleague can help you. What you write on our contact
            page, with our answer.
          </p>
          <p>
            A program reads the machine-readable zone (MRZ) in a picture of your passport: name, passport number, dates
            of birth and expiry. Staff and you see where your profile differs. The program decides nothing.
          </p>
          <p>For Aadhaar, please send a masked copy, which shows only the last four digits.</p>
        </>
      ),
    },
    {
      title: 'Who sees it',
      text: (
        <p>
          You, and the academy's staff who need it for their work. Nobody else sees your documents. Anyone who has the
          number of a certificate can verify it on this site, and sees the holder's name, the course and its dates; your
          email address, passport number and date of birth are shown only in part. We do not sell data, and this site
          loads nothing from other companies.
        </p>
      ),
    },
    {
      title: 'How long',
      text: (
        <p>
          Your account and documents: as long as the account exists. Before we erase an account that is not used, we
          email you twice. Records of training and certificates: as long as maritime authorities require an academy to
          prove them. Technical logs are stored for a short time and contain no personal data.
        </p>
      ),
    },
    {
      title: 'On your device',
      text: (
        <p>
          This site sets no cookies. Your browser stores what is needed to stay logged in, your choice of theme, and
          what you watched while you were offline. Logging out removes your personal data from the device.
        </p>
      ),
    },
    {
      title: 'Your rights',
      text: (
        <p>
          Under India's Digital Personal Data Protection Act, 2023, you may see what we keep about you, have it
          corrected or erased as far as the law allows, name somebody to act for you, withdraw your consent, and
          complain to us and to the Data Protection Board of India. On your account page you can take a copy of all that
          we store about you, and erase your account. For anything else, ask us:{' '}
          <EmailOrPhone email={email} phone={phone} />.
        </p>
      ),
    },
  ];
  return (
    <TextDocument
      title="Privacy"
      intro={`What data ${name} stores about you, why, and what your rights are.`}
      chapters={chapters}
    />
  );
}
