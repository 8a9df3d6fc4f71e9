import { cx } from './cx.ts';

const look = 'text-link underline';

/** An email address as a mailto link. */
export function EmailLink({ email, className = look }: { email: string; className?: string }) {
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
