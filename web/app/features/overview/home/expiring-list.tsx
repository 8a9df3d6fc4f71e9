import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Day } from '../../../lib/site.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/layout.tsx';
import type { Home } from '../../enrolments/home/wire.ts';
import { HomeSection, MoreLink } from './home-section.tsx';

type Expiring = Home['expiring'][number];

/** The fields of the profile that a renewed document changes first. */
const identityFields: Readonly<Record<string, string>> = { PASSPORT: 'passportNumber', CDC: 'cdcExpiresOn' };

/** How many documents the page shows, the first to expire first. */
const shown = 3;

/** Documents that expire soon, or have expired, with the way to renew each. */
export function ExpiringList({ expiring }: { expiring: readonly Expiring[] }) {
  if (expiring.length === 0) return null;
  return (
    <HomeSection
      title="Expires soon"
      more={
        <MoreLink to={paths.ownDocuments}>
          {expiring.length > shown ? `${expiring.length - shown} more in My Documents` : 'My Documents'}
        </MoreLink>
      }
    >
      <Card className="p-0">
        <ul className="divide-y divide-line">
          {expiring.slice(0, shown).map((one) => (
            <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 p-4">
              <div className="min-w-0">
                <h3 className="text-base wrap-anywhere">
                  {one.source === 'certificate' ? `Certificate: ${one.title}` : one.title}
                </h3>
                <p className="text-sm text-soft">
                  {one.isRefresherDue ? 'Refresher due by ' : one.daysLeft < 0 ? 'Expired on ' : 'Valid until '}
                  <Day date={one.lastDay} /> · <Renewal of={one} />
                </p>
              </div>
              <Badge tone={one.daysLeft < 0 ? 'bad' : 'warn'}>{timeLeft(one)}</Badge>
            </li>
          ))}
        </ul>
      </Card>
    </HomeSection>
  );
}

function Renewal({ of: { source, kind, renewal } }: { of: Expiring }) {
  const field = identityFields[kind];
  const [to, words] =
    source === 'profile'
      ? [field ? paths.editProfileField(field) : paths.profile, 'Update your profile']
      : renewal
        ? [paths.course(renewal.courseId), renewalWords(source, renewal)]
        : [paths.ownDocuments, 'Enter the new one'];
  return (
    <>
      <Link to={to} className="font-semibold text-link hover:underline">
        {words}
      </Link>
      {source !== 'profile' && renewal?.firstDay && (
        <>
          , next batch from <Day date={renewal.firstDay} />
        </>
      )}
    </>
  );
}

const renewalWords = (source: Expiring['source'], { isRefresher, title }: NonNullable<Expiring['renewal']>) =>
  isRefresher ? `Refresher course: ${title}` : source === 'certificate' ? 'Enroll again' : `Course: ${title}`;

function timeLeft({ daysLeft, isRefresherDue }: Expiring): string {
  if (daysLeft < 0) return isRefresherDue ? 'Overdue' : 'Expired';
  if (daysLeft === 0) return 'Last day';
  return daysLeft === 1 ? '1 day left' : `${daysLeft} days left`;
}
