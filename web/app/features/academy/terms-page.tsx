import { presented } from '../../lib/pages/page-meta.ts';
import { paths } from '../../lib/paths.ts';
import { useBrand } from '../../lib/site.tsx';
import { EmailLink } from '../../ui/contact-links.tsx';
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
          An account belongs to one person. What you tell us about yourself has to be true and your own; it is printed
          on your certificates. Keep your password to yourself. The academy approves each account, and may close one
          that is misused.
        </p>
      ),
    },
    {
      title: 'Enrollment and fees',
      text: (
        <p>
          You request a course here, and the academy accepts or declines. Nothing is charged on this site; how the fee
          is paid, and what is returned when you cannot attend, the academy tells you with its answer.
        </p>
      ),
    },
    {
      title: 'Training and tests',
      text: (
        <p>
          Films are watched in order, in full, and by yourself. They are for your own training: please do not copy or
          publish them. A test is yours alone to answer. Where we find that somebody else has watched or answered, the
          training does not count.
        </p>
      ),
    },
    {
      title: 'Certificates',
      text: (
        <p>
          A certificate says that you took the course named on it and passed its test. It can be checked on this site by
          its number. One that was given in error, or on false particulars, may be revoked, and the check then says so.
        </p>
      ),
    },
    {
      title: 'Law',
      text: (
        <p>
          These terms are under the law of India. If something is unclear, or you think we have made a mistake, write to{' '}
          <EmailLink email={email} /> first.
        </p>
      ),
    },
  ];
  return <TextDocument title="Terms" intro={`What you and ${name} can expect of each other.`} chapters={chapters} />;
}
