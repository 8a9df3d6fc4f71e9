import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/layout.tsx';
import { CertificateBadges, ValidUntil } from '../../certificates/certificate-line.tsx';
import { CertificatePicture } from '../../certificates/certificate-picture.tsx';
import type { Home } from '../../enrolments/home/wire.ts';
import { HomeSection } from './home-section.tsx';

type Certificate = Home['certificates'][number];

/** The newest certificates as small cards. */
export function CertificateCards({ certificates }: { certificates: Home['certificates'] }) {
  if (certificates.length === 0) return null;
  return (
    <HomeSection
      title="Certificates"
      more={
        <Link to={paths.ownCertificates} className="font-semibold text-link hover:underline">
          My Certificates
        </Link>
      }
    >
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {certificates.map((certificate) => (
          <li key={certificate.id} className="min-w-0">
            <Card className="flex h-full items-start gap-4 p-5 sm:flex-col sm:gap-3">
              {certificate.picture && <Picture picture={certificate.picture} certificate={certificate} />}
              <div className="flex min-w-0 flex-1 flex-col items-start gap-3">
                <div className="flex flex-wrap gap-2">
                  <CertificateBadges certificate={certificate} />
                </div>
                <h3 className="text-base wrap-anywhere">{certificate.courseTitle}</h3>
                <p className="mt-auto text-sm text-soft">
                  <span className="block font-mono wrap-anywhere">{certificate.number}</span>
                  {certificate.status === 'held' ? 'Not issued yet' : <ValidUntil {...certificate} />}
                </p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}

type PictureProps = { picture: NonNullable<Certificate['picture']>; certificate: Certificate };

function Picture({ picture, certificate }: PictureProps) {
  // the page is read again every minute, and a new link would load the same picture again
  const [first] = useState(picture);
  return <CertificatePicture picture={first} certificate={certificate} className="w-32 shrink-0 sm:w-full" />;
}
