import { Link } from 'react-router';
import { paths } from '../lib/paths.ts';
import { EmailLink, PhoneLink } from './contact-links.tsx';

/** The academy's email address; the contact page, which takes messages, where it has stated none. */
export const AcademyEmail = ({ email, className = 'text-link underline' }: { email: string; className?: string }) =>
  email ? (
    <EmailLink email={email} className={className} />
  ) : (
    <Link to={paths.contact} className={className}>
      our contact page
    </Link>
  );

/** How to ask the academy in a sentence: by email or telephone, as far as it has stated them. */
export const EmailOrPhone = ({ email, phone }: { email: string; phone: string }) => (
  <>
    <AcademyEmail email={email} />
    {phone && (
      <>
        {' '}
        or <PhoneLink number={phone} />
      </>
    )}
  </>
);
