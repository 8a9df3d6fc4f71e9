import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Day } from '../../../lib/site.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/layout.tsx';
import type { Home } from '../../enrolments/home/wire.ts';
import { HomeSection } from './home-section.tsx';

type Expiring = Home['expiring'][number];

const identityNames = { passport: 'Passport', cdc: 'CDC' };
/** The fields of the profile that a renewed document changes first. */
const identityFields = { passport: 'passportNumber', cdc: 'cdcExpiresOn' };

/** Documents that expire within 90 days, or have expired, with the way to renew each. */
export function ExpiringList({ expiring }: { expiring: readonly Expiring[] }) {
  if (expiring.length === 0) return null;
  return (
    <HomeSection title="Expires soon">
      <Card className="p-0">
        <ul className="divide-y divide-line">
          {expiring.map((one) => (
            <li
              key={`${one.document} ${one.courseId} ${one.dateOfExpiry}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-5"
            >
              <div className="min-w-0">
                <h3 className="text-base wrap-anywhere">
                  {one.document === 'certificate' ? `Certificate: ${one.courseTitle}` : identityNames[one.document]}
                </h3>
                <p className="text-sm text-soft">
                  {one.isRefresherDue ? 'Refresher due by ' : one.daysLeft < 0 ? 'Expired on ' : 'Valid until '}
                  <Day date={one.dateOfExpiry} /> · <Renewal of={one} />
                </p>
              </div>
              <Badge tone={one.daysLeft < 0 ? 'bad' : 'warn'}>{timeLeft(one.daysLeft)}</Badge>
            </li>
          ))}
        </ul>
      </Card>
    </HomeSection>
  );
}

function Renewal({ of: { document, courseId, isRefresherDue } }: { of: Expiring }) {
  if (isRefresherDue)
    return (
      <Link to={paths.ownDocuments} className="font-semibold whitespace-nowrap text-link hover:underline">
        How to refresh it
      </Link>
    );
  const isCertificate = document === 'certificate' && courseId !== null;
  const field = document === 'certificate' ? undefined : identityFields[document];
  return (
    <Link
      to={isCertificate ? paths.course(courseId) : field ? paths.editProfileField(field) : paths.profile}
      className="font-semibold whitespace-nowrap text-link hover:underline"
    >
      {isCertificate ? 'Enroll again' : 'Update your profile'}
    </Link>
  );
}

function timeLeft(days: number): string {
  if (days < 0) return 'Expired';
  if (days === 0) return 'Last day';
  return days === 1 ? '1 day left' : `${days} days left`;
}
