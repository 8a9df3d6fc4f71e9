import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useBrand } from '../lib/brand.ts';
import { paths } from '../lib/paths.ts';
import { EmailLink, PhoneLink } from '../ui/contact-links.tsx';
import { MailIcon, PhoneIcon, PinIcon } from '../ui/icons.tsx';
import { Width } from '../ui/layout.tsx';

const links = [
  { to: paths.home, text: 'Home' },
  { to: paths.courses, text: 'Courses' },
  { to: paths.about, text: 'About' },
  { to: paths.contact, text: 'Contact' },
  { to: paths.verifyForm, text: 'Verify a certificate' },
];

/**
 * The footer of public and learner pages; `slim` without its columns, such as where somebody watches or is tested.
 */
export function SiteFooter({ slim }: { slim: boolean }) {
  const brand = useBrand();
  return (
    <footer className="on-navy mt-auto bg-deep text-on-navy-soft">
      {!slim && !brand.isAboard && (
        <Width className="grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_2fr_1fr]">
          <div className="max-w-sm">
            <p className="text-lg font-bold text-on-navy">{brand.name}</p>
            <p className="mt-2">Training for people who work at sea, ashore and on board.</p>
          </div>
          <Column title="Pages">
            {links.map(({ to, text }) => (
              <li key={to}>
                <Link to={to} className="hover:text-on-navy hover:underline">
                  {text}
                </Link>
              </li>
            ))}
          </Column>
          <Column title="Reach us">
            {brand.email && (
              <li className="flex gap-3">
                <MailIcon className="mt-1" />
                <EmailLink email={brand.email} className="hover:text-on-navy hover:underline" />
              </li>
            )}
            {brand.phone && (
              <li className="flex gap-3">
                <PhoneIcon className="mt-1" />
                <PhoneLink number={brand.phone} className="hover:text-on-navy hover:underline" />
              </li>
            )}
            <li className="flex gap-3">
              <PinIcon className="mt-1" />
              {brand.city}
            </li>
          </Column>
          {(brand.facebook || brand.instagram || brand.linkedin) && (
            <Column title="Follow us">
              <Social href={brand.facebook} name="Facebook" />
              <Social href={brand.instagram} name="Instagram" />
              <Social href={brand.linkedin} name="LinkedIn" />
            </Column>
          )}
        </Width>
      )}
      <div className="border-t border-shoal">
        <Width className="flex flex-wrap justify-between gap-x-8 gap-y-2 py-5 text-sm">
          <p suppressHydrationWarning>
            © {new Date().getFullYear()} {brand.name}
          </p>
          {!brand.isAboard && (
            <p className="flex gap-6">
              <Link to={paths.privacy} className="hover:text-on-navy hover:underline">
                Privacy
              </Link>
              <Link to={paths.terms} className="hover:text-on-navy hover:underline">
                Terms
              </Link>
            </p>
          )}
        </Width>
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-sm font-bold tracking-wide text-on-navy uppercase">{title}</h2>
      <ul className="mt-3 flex flex-col gap-2">{children}</ul>
    </div>
  );
}

function Social({ href, name }: { href: string; name: string }) {
  if (!href) return null;
  return (
    <li>
      <a href={href} target="_blank" rel="noopener noreferrer" className="hover:text-on-navy hover:underline">
        {name}
      </a>
    </li>
  );
}
