import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../lib/calls/api-client.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Card } from '../../ui/layout.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { ownCertificateQuery } from './api.ts';
import { CertificateFacts } from './certificate-facts.tsx';
import { CertificateSheet } from './certificate-sheet.tsx';

type OwnCertificateProps = {
  courseId: string;
  /** The message when the certificate could not be loaded and the server gave no reason. */
  failure: string;
  /** Whether it was earned just now. */
  isNew?: boolean;
};

/** The learner's certificate of a course: its picture, its data, its PDF, and the link for others to check it. */
export function OwnCertificate({ courseId, failure, isNew = false }: OwnCertificateProps) {
  const { data: certificate, error, isFetching, refetch } = useQuery(ownCertificateQuery(courseId));
  if (certificate === undefined && isFetching)
    return <Spinner label="Loading certificate" className="mx-auto my-6 text-3xl" />;
  if (certificate === undefined) {
    return (
      <ListFailure
        sentence={error instanceof ApiError && error.message ? error.message : failure}
        retry={() => void refetch()}
      />
    );
  }
  if (!certificate) return <Alert tone="warn">Certificate not found.</Alert>;
  return (
    <Card className="flex flex-col gap-5 p-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-xl">{certificate.courseTitle}</h2>
        <StatusBadge status={certificate.status} />
      </div>
      <CertificateSheet certificate={certificate} isNew={isNew} />
      <CertificateFacts certificate={certificate} />
      {certificate.status !== 'held' && (
        <p className="text-sm text-soft">
          Anyone can check it at{' '}
          <a href={certificate.verifyUrl} className="break-all text-link underline">
            {certificate.verifyUrl}
          </a>
        </p>
      )}
    </Card>
  );
}
