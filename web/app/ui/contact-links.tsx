import { Link } from 'react-router';
import { paths } from '../lib/paths.ts';
import { cx } from './cx.ts';

const look = 'text-link underline';

/** An email address as a mailto link; the contact page, which takes messages, where the academy has stated none. */
export function EmailLink({ email, className = look }: { email: string; className?: string }) {
  if (!email) {
    return (
      <Link to={paths.contact} className={className}>
        our contact page
      </Link>
    );
  }
  return (
    <a href={`mailto:${email}`} className={cx('wrap-anywhere', className)}>
      {email}
    </a>
  );
}

/** A telephone number as written, with a tel link that contains only its digits. */
export function PhoneLink({ number, className = look }: { number: string; className?: string }) {
  return (
    <a href={`tel:${number.replace(/[^+\d]/g, '')}`} className={cx('whitespace-nowrap', className)}>
      {number}
    </a>
  );
}
