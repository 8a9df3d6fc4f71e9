import { cx } from './cx.ts';

const look = 'text-link underline';

/** An email address to write to. */
export function EmailLink({ address, className = look }: { address: string; className?: string }) {
  return (
    <a href={`mailto:${address}`} className={cx('wrap-anywhere', className)}>
      {address}
    </a>
  );
}

/** A telephone number to call, as it is written; the link has its digits alone. */
export function PhoneLink({ number, className = look }: { number: string; className?: string }) {
  return (
    <a href={`tel:${number.replace(/[^+\d]/g, '')}`} className={cx('whitespace-nowrap', className)}>
      {number}
    </a>
  );
}
