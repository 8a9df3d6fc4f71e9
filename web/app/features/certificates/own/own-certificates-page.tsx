import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { preload } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { paths } from '../../../lib/paths.ts';
import { Day } from '../../../lib/site.tsx';
import { LoadFailure } from '../../../shell/load-failure.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import { ownEnrolmentsQuery } from '../../enrolments/api.ts';
import { CertificateBadges, CertificateLine } from '../certificate-line.tsx';
import { CertificatePdf } from '../certificate-pdf.tsx';
import { CertificatePicture } from '../certificate-picture.tsx';
import { ExpiryForCalendar } from '../expiry-for-calendar.tsx';
import type { Route } from './+types/own-certificates-page.ts';
import { ownCertificatesQuery } from './api.ts';
import { BadgeDialog } from './badge-dialog.tsx';
import { CalendarCard } from './calendar-card.tsx';
import { Share } from './share-dialog.tsx';
import type { OwnCertificate } from './wire.ts';

export const meta: Route.MetaFunction = (page) => titled('My Certificates', page);

export const clientLoader = async () => {
  await preload(ownCertificatesQuery);
};

/** All certificates of the holder, with download, sharing and expiry. */
export default function OwnCertificatesPage() {
  const { data: certificates } = useSuspenseQuery(ownCertificatesQuery);
  return (
    <>
      <PageHeader title="My Certificates">Download and share your certificates, and see when they expire.</PageHeader>
      <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
        {certificates.length === 0 ? (
          <NoCertificates />
        ) : (
          <ul aria-label="Certificates" className="flex min-w-0 flex-col gap-4">
            {certificates.map((certificate) => (
              <li key={certificate.id}>
                <CertificateCard certificate={certificate} />
              </li>
            ))}
          </ul>
        )}
        <CalendarCard />
      </div>
    </>
  );
}

/** Leads to the courses that the learner has, if there are any. */
function NoCertificates() {
  const { data: enrolments = [] } = useQuery(ownEnrolmentsQuery);
  const hasCourse = enrolments.some(({ status }) => status === 'approved');
  return (
    <EmptyState
      title="No certificates yet"
      action={
        hasCourse ? (
          <LinkButton to={paths.userCourses}>My Courses</LinkButton>
        ) : (
          <LinkButton to={paths.courses}>Browse Courses</LinkButton>
        )
      }
    >
      You get a certificate when you pass the test of a course.
    </EmptyState>
  );
}

function CertificateCard({ certificate }: { certificate: OwnCertificate }) {
  const { id, courseTitle, status, picture } = certificate;
  const named = `certificate-${id}`;
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 id={named} className="min-w-0 text-lg wrap-anywhere">
          {courseTitle}
        </h2>
        <div className="flex flex-wrap gap-2">
          <CertificateBadges certificate={certificate} />
        </div>
      </div>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
        {picture && <CertificatePicture picture={picture} certificate={certificate} className="w-full sm:w-52" />}
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-3">
          <CertificateLine certificate={certificate} />
          <WhatBecame certificate={certificate} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <CertificatePdf certificate={certificate} describedBy={named} />
        {(status === 'issued' || status === 'expired') && <BadgeDialog certificate={certificate} describedBy={named} />}
        {status !== 'held' && <Share certificate={certificate} describedBy={named} />}
        <ExpiryForCalendar certificate={certificate} describedBy={named} />
      </div>
    </Card>
  );
}

/** Why a certificate is not valid, or what to do before it expires. */
function WhatBecame({ certificate }: { certificate: OwnCertificate }) {
  const { courseId, status, expiresSoon, expiresOn, revokedOn, replacedBy } = certificate;
  const renewal = useRenewal(certificate);
  if (revokedOn) {
    return (
      <p className="text-sm">
        Revoked on <Day date={revokedOn} />. We sent you the reason by email.
      </p>
    );
  }
  if (replacedBy) {
    return (
      <p className="text-sm">
        Replaced by{' '}
        <Link to={paths.verify(replacedBy)} className="font-mono text-link hover:underline">
          {replacedBy}
        </Link>
      </p>
    );
  }
  if (renewal) return <p className="text-sm">{renewal}</p>;
  if (!expiresSoon && status !== 'expired') return null;
  if (expiresOn === null) {
    return (
      <p className="text-sm">
        It stays valid. Take a{' '}
        <Link to={paths.courses} className="font-semibold text-link hover:underline">
          refresher course
        </Link>{' '}
        before that day.
      </p>
    );
  }
  return (
    <p className="text-sm">
      <Link to={paths.course(courseId)} className="font-semibold text-link hover:underline">
        Enroll again
      </Link>{' '}
      to renew it.
    </p>
  );
}

/** How far the holder is with the renewal of a certificate; undefined where none was asked for. */
function useRenewal({ courseId, status }: OwnCertificate): string | undefined {
  const { data: enrolments = [] } = useQuery(ownEnrolmentsQuery);
  const enrolment = enrolments.find(({ course }) => course.id === courseId);
  if (status === 'held' || enrolment === undefined || enrolment.progress.testPassed) return undefined;
  if (enrolment.status === 'pending') return 'You have asked to renew it. The academy decides about your request.';
  if (enrolment.status !== 'approved') return undefined;
  return 'You are renewing it. You get a new certificate when you pass the test.';
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="My Certificates" failure="Failed to load your certificates." error={error} />;
}
