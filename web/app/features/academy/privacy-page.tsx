import { presented } from '../../lib/pages/page-meta.ts';
import { paths } from '../../lib/paths.ts';
import { useBrand } from '../../lib/site.tsx';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';
import type { Route } from './+types/privacy-page.ts';
import { type Chapter, TextDocument } from './text-document.tsx';

export const meta: Route.MetaFunction = (page) =>
  presented(page, {
    title: 'Privacy',
    description: 'What the academy keeps about you, why, for how long, and what you can do about it.',
    path: paths.privacy,
  });

export default function PrivacyPage() {
  const { name, email, phone } = useBrand();
  const chapters: Chapter[] = [
    {
      title: 'What we keep, and why',
      text: (
        <>
          <p>
            Your name, mobile number and e-mail address, to know you and to reach you. Your birth date, address,
            passport, CDC, INDOS and grade numbers with their documents, because a training certificate has to name its
            holder beyond doubt. What you have watched and answered, because it is what your certificate rests on.
          </p>
          <p>For Aadhaar we ask for a masked copy, in which only the last four digits can be read.</p>
        </>
      ),
    },
    {
      title: 'Who sees it',
      text: (
        <p>
          You, and those of the academy's staff whose work it is. Your documents are shown to nobody else. Anyone who
          has the number of a certificate can check it on this site, and sees the holder's name, the course and its
          dates; your e-mail address, passport number and birth date are shown only in part. We sell nothing to anybody,
          and this site loads nothing from other companies.
        </p>
      ),
    },
    {
      title: 'How long',
      text: (
        <p>
          Your account and documents, as long as the account exists; before an account is erased because nobody uses it,
          we write to you twice. Records of training and certificates, as long as maritime authorities ask an academy to
          prove them. Technical logs are kept for a short time and carry no personal data.
        </p>
      ),
    },
    {
      title: 'On your device',
      text: (
        <p>
          This site sets no cookies. Your browser keeps what is needed to stay logged in, your choice of theme, and what
          you have watched while you were without a link. Logging out removes what is personal.
        </p>
      ),
    },
    {
      title: 'Your rights',
      text: (
        <p>
          Under India's Digital Personal Data Protection Act, 2023, you may see what we keep about you, have it
          corrected or erased as far as the law lets us, name somebody to act for you, withdraw your consent, and
          complain to us and to the Data Protection Board of India. On your account page you can take a copy of all that
          we hold on you, and erase your account; for anything else write to <EmailLink email={email} /> or call{' '}
          <PhoneLink number={phone} />.
        </p>
      ),
    },
  ];
  return (
    <TextDocument
      title="Privacy"
      intro={`What ${name} knows about you, what for, and what you can do about it.`}
      chapters={chapters}
    />
  );
}
