import { useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/layout.tsx';
import { CertificateBadges, ValidUntil } from '../../certificates/certificate-line.tsx';
import { CertificatePicture } from '../../certificates/certificate-picture.tsx';
import type { Home } from '../../enrolments/home/wire.ts';
import { HomeSection, MoreLink } from './home-section.tsx';

type Certificate = Home['certificates'][number];

/** The newest certificates, each as a low row with its picture. */
export function CertificateCards({ certificates }: { certificates: Home['certificates'] }) {
  if (certificates.length === 0) return null;
  return (
    <HomeSection title="Certificates" more={<MoreLink to={paths.ownCertificates}>My Certificates</MoreLink>}>
      <Card className="p-0">
        <ul className="divide-y divide-line">
          {certificates.map((certificate) => (
            <li key={certificate.id} className="flex min-w-0 items-start gap-4 p-4">
              {certificate.picture && <Picture picture={certificate.picture} certificate={certificate} />}
              <div className="min-w-0 flex-1">
                <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
                  <h3 className="text-base wrap-anywhere">{certificate.courseTitle}</h3>
                  <div className="flex flex-wrap gap-2">
                    <CertificateBadges certificate={certificate} />
                  </div>
                </div>
                <p className="text-sm text-soft">
                  <span className="block font-mono wrap-anywhere">{certificate.number}</span>
                  {certificate.status === 'held' ? 'Not issued yet' : <ValidUntil {...certificate} />}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </HomeSection>
  );
}

type PictureProps = { picture: NonNullable<Certificate['picture']>; certificate: Certificate };

function Picture({ picture, certificate }: PictureProps) {
  // the page is read again every minute, and a new link would load the same picture again
  const [first] = useState(picture);
  return <CertificatePicture picture={first} certificate={certificate} className="w-20 shrink-0" />;
}
