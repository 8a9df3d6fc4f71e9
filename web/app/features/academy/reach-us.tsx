import type { ReactNode } from 'react';
import { useBrand } from '../../lib/brand.ts';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { MailIcon, PhoneIcon, PinIcon } from '../../ui/icons.tsx';

/** The academy's contact details. */
export function ReachUs() {
  const { email, phone, city } = useBrand();
  return (
    <ul className="flex flex-col gap-3 text-lg">
      {email && (
        <Way icon={<MailIcon className="text-signal" />}>
          <EmailLink email={email} className="text-link hover:underline" />
        </Way>
      )}
      {phone && (
        <Way icon={<PhoneIcon className="text-signal" />}>
          <PhoneLink number={phone} className="text-link hover:underline" />
        </Way>
      )}
      <Way icon={<PinIcon className="text-signal" />}>{city}</Way>
    </ul>
  );
}

function Way({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      {icon}
      <span className="min-w-0">{children}</span>
    </li>
  );
}
