import type { ReactNode } from 'react';
import { messageOf } from '../../../lib/calls/api-client.ts';
import { unlisted } from '../../../lib/pages/page-meta.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { paths } from '../../../lib/paths.ts';
import { useLoadAgain } from '../../../shell/use-load-again.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { PageHeader, Width } from '../../../ui/layout.tsx';
import { PdfLinks } from '../certificate-pdf.tsx';
import { RegisteredAnswer } from '../registered-answer.tsx';
import { ZonedMoment } from '../zoned-moment.tsx';
import type { Route } from './+types/shared-page.ts';
import { findShared } from './find-shared.ts';

// The URL is the secret: no page that the reader visits next may receive it as the referrer.
export const meta: Route.MetaFunction = (page) => [
  ...titled('Shared Certificate', page),
  unlisted,
  { name: 'referrer', content: 'no-referrer' },
];

/** Opened in the browser, so that a messenger which fetches the link for a preview does not count as an opening. */
export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => ({ shared: await findShared(params.token) });
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Sheet>
      <Spinner label="Opening the link" className="mx-auto my-6 text-3xl" />
    </Sheet>
  );
}

/** The certificate behind a link that its holder shared. */
export default function SharedPage({ loaderData: { shared } }: Route.ComponentProps) {
  if (!shared) return <NoLonger />;
  return (
    <Sheet>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        {shared.pdf && <PdfLinks pdf={shared.pdf} number={shared.number} />}
        <p className="text-sm text-soft">
          This link expires on <ZonedMoment at={shared.linkExpiresAt} />.
        </p>
      </div>
      <RegisteredAnswer certificate={shared} />
    </Sheet>
  );
}

function Sheet({ children }: { children: ReactNode }) {
  return (
    <Width className="max-w-3xl py-10">
      <PageHeader title="Shared Certificate">
        The holder shared this certificate with you. You see all of it, as it is in the register now.
      </PageHeader>
      {children}
    </Width>
  );
}

function NoLonger() {
  return (
    <Width className="max-w-3xl py-10">
      <PageHeader title="Shared Certificate" />
      <Alert
        tone="warn"
        action={
          <LinkButton to={paths.verifyForm} tone="plain" size="small">
            Verify by number
          </LinkButton>
        }
      >
        <p className="text-lg font-bold">This link is no longer valid</p>
        <p>It has expired, or was not copied completely. Please ask the holder of the certificate for a new one.</p>
      </Alert>
    </Width>
  );
}

/** The link could not be opened because of an error. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { busy, loadAgain } = useLoadAgain();
  return (
    <Width className="max-w-3xl py-10">
      <PageHeader title="Shared Certificate" />
      <Alert
        action={
          <Button tone="plain" size="small" busy={busy} onClick={loadAgain}>
            Try again
          </Button>
        }
      >
        {messageOf(error, 'The certificate could not be shown. Please try again.')}
      </Alert>
    </Width>
  );
}
