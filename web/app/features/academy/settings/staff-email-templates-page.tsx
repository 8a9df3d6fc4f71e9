import { emailGroupNames } from '@fairlead/contract/academy/email-templates';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { preload } from '../../../lib/calls/query-client.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { LoadFailure } from '../../../shell/load-failure.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import type { Route } from './+types/staff-email-templates-page.ts';
import { EmailTemplateRow } from './staff-email-template-row.tsx';
import { type EmailTemplate, emailTemplatesQuery } from './staff-settings-api.ts';

export const meta: Route.MetaFunction = (page) => titled('Email Templates', page);

export const clientLoader = async () => {
  await preload(emailTemplatesQuery);
};

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether an email has all words, in its occasion, its subject or its text. */
const hasAll = ({ when, subject, text }: EmailTemplate, words: readonly string[]) => {
  const all = `${when} ${subject} ${text}`.toLowerCase();
  return words.every((word) => all.includes(word));
};

/** All email templates by their groups, which open by a search too. */
export default function StaffEmailTemplatesPage() {
  const { data: templates } = useSuspenseQuery(emailTemplatesQuery);
  const [searched, search] = useState('');
  const words = wordsOf(searched);
  const found = groupBy(
    templates.filter((template) => hasAll(template, words)),
    ({ group }) => group,
  );
  const isOpen = words.length > 0 || found.size === 1;
  return (
    <>
      <PageHeader title="Email Templates" dense>
        The text of every email that the academy sends.
      </PageHeader>
      <SearchBox label="Search by occasion or text" labelInside value={searched} onChange={search} />
      {found.size === 0 && (
        <EmptyState title="No email templates found.">No email contains “{searched.trim()}”.</EmptyState>
      )}
      <div className="mt-5 flex max-w-4xl flex-col gap-3">
        {emailGroupNames.map((group) => (
          <Group key={group} title={group} templates={found.get(group) ?? []} isOpen={isOpen} />
        ))}
      </div>
    </>
  );
}

type GroupProps = { title: string; templates: readonly EmailTemplate[]; isOpen: boolean };

function Group({ title, templates, isOpen }: GroupProps) {
  if (templates.length === 0) return null;
  return (
    <details open={isOpen} className="card p-0">
      <summary className="rounded-lg p-4 hover:bg-sunken">
        <h2 className="inline text-lg">{title}</h2> <span className="text-soft">{templates.length}</span>
      </summary>
      <ul className="divide-y divide-line border-t border-line">
        {templates.map((template) => (
          <li key={template.key} className="p-4">
            <EmailTemplateRow template={template} />
          </li>
        ))}
      </ul>
    </details>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Email Templates" failure="Failed to load the email templates." error={error} />;
}
