import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Day } from '../../../lib/site.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { ownCertificatesQuery } from './api.ts';

/** Shows the holder which certificates expire within 90 days. Nothing else on the page waits for it. */
export function ExpiryNotice() {
  const { data: certificates = [] } = useQuery(ownCertificatesQuery);
  const ending = certificates.filter(({ expiresSoon }) => expiresSoon);
  if (ending.length === 0) return null;
  return (
    <Alert tone="warn" className="mb-8">
      <p className="font-bold">Expires soon</p>
      <ul>
        {ending.map(({ id, courseId, courseTitle, expiresOn }) => (
          <li key={id}>
            <Link to={paths.course(courseId)} className="underline">
              {courseTitle}
            </Link>
            {expiresOn && (
              <>
                , valid to <Day date={expiresOn} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
