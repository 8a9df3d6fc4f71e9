import { useBrand } from '../../lib/brand.ts';
import { presented } from '../../lib/pages/page-meta.ts';
import { paths } from '../../lib/paths.ts';
import { AcademyEmail } from '../../ui/email-or-phone.tsx';
import type { Route } from './+types/terms-page.ts';
import { type Chapter, TextDocument } from './text-document.tsx';

export const meta: Route.MetaFunction = (page) =>
  presented(page, {
    title: 'Terms',
    description: 'What you and the academy can expect of each other: accounts, fees, training, tests and certificates.',
    path: paths.terms,
  });

export default function TermsPage() {
  const { name, email } = useBrand();
  const chapters: Chapter[] = [
    {
      title: 'Your account',
      text: (
        <p>
          An account belongs to one person. The information you give about yourself must be true; it is printed on your
          certificates. Do not share your password. The academy approves each account, and may close one that is
          misused.
        </p>
      ),
    },
    {
      title: 'Enrollment and fees',
      text: (
        <p>
          You request a course here, and the academy accepts or declines. If there is a fee, this website shows the
          amount and the ways to pay it. You pay with a UPI app, through your bank or at the academy, not on this
          website. The academy tells you what is refunded if you cannot attend.
        </p>
      ),
    },
    {
      title: 'Training and tests',
      text: (
        <p>
          You must watch the videos yourself, in order and in full. They are for your own training: do not copy or
          publish them. You must answer the test yourself. If we find that somebody else watched or answered, the
          training does not count.
        </p>
      ),
    },
    {
      title: 'Certificates',
      text: (
        <p>
          A certificate states that you took the course named on it and passed its test. Anyone can verify it on this
          site by its number. A certificate that was issued in error, or on false information, may be revoked; the
          verification then says so.
        </p>
      ),
    },
    {
      title: 'Law',
      text: (
        <p>
          These terms are governed by the law of India. If something is unclear, or you think we have made a mistake,
          please write to <AcademyEmail email={email} /> first.
        </p>
      ),
    },
  ];
  return <TextDocument title="Terms" intro={`What you and ${name} can expect of each other.`} chapters={chapters} />;
}
