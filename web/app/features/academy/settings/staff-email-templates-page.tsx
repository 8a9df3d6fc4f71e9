import { useSuspenseQuery } from '@tanstack/react-query';
import { preload } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { LoadFailure } from '../../../shell/load-failure.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import type { Route } from './+types/staff-email-templates-page.ts';
import { EmailTemplateCard } from './staff-email-template-card.tsx';
import { emailTemplatesQuery } from './staff-settings-api.ts';

export const meta: Route.MetaFunction = (page) => titled('Email Templates', page);

export const clientLoader = async () => {
  await preload(emailTemplatesQuery);
};

/** The list of all email templates. */
export default function StaffEmailTemplatesPage() {
  const { data: emailTemplates } = useSuspenseQuery(emailTemplatesQuery);
  return (
    <>
      <PageHeader title="Email Templates">The text of every email that the academy sends.</PageHeader>
      <ul className="flex max-w-4xl flex-col gap-4">
        {emailTemplates.map((template) => (
          <li key={template.key}>
            <EmailTemplateCard template={template} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Email Templates" failure="Failed to load the email templates." error={error} />;
}
