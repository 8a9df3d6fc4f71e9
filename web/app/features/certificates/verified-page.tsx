import { useBrand } from '../../lib/brand.ts';
import { messageOf, NetworkError } from '../../lib/calls/api-client.ts';
import { unlisted } from '../../lib/pages/page-meta.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { useLoadAgain } from '../../shell/use-load-again.ts';
import { Button } from '../../ui/button.tsx';
import { AcademyEmail } from '../../ui/email-or-phone.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import type { Route } from './+types/verified-page.ts';
import { findCertificate } from './find-certificate.ts';
import { DisputedAnswer, RegisteredAnswer } from './registered-answer.tsx';

export const meta: Route.MetaFunction = (page) => [...titled('Verify a Certificate', page), unlisted];

/** Loaded in the browser: the answer about a certificate must be current, and never come from the page cache. */
export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => ({
  certificate: await findCertificate(params.number),
});
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Spinner label="Checking the register" className="mx-auto my-6 text-3xl" />;
}

export default function VerifiedPage({ loaderData: { certificate }, params }: Route.ComponentProps) {
  if (certificate === 'disputed') return <DisputedAnswer key={params.number} />;
  return certificate ? <RegisteredAnswer certificate={certificate} /> : <NotFound />;
}

function NotFound() {
  const { email, name } = useBrand();
  return (
    <Alert>
      <p className="text-lg font-bold">Certificate not found</p>
      <p>
        {name} has not issued a certificate with this number. Check that you typed it as printed. If in doubt, write to{' '}
        <AcademyEmail email={email} className="underline" />.
      </p>
    </Alert>
  );
}

/** The register did not respond; the number stays in the form below. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { busy, loadAgain } = useLoadAgain();
  const isOffline = error instanceof NetworkError;
  return (
    <Alert
      action={
        <Button tone="plain" size="small" busy={busy} onClick={loadAgain}>
          Try again
        </Button>
      }
    >
      <p>{messageOf(error, 'The register could not be reached. Please try again.')}</p>
      {isOffline && <p>A number cannot be checked without internet. Scan the code on the certificate instead.</p>}
    </Alert>
  );
}
