import { accounts } from '@fairlead/contract/accounts/calls';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { call } from '../../lib/calls/api-client.ts';
import { type FieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Checkbox } from '../../ui/forms/choice-fields.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { TextArea } from '../../ui/forms/text-fields.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { ChooseAll, ChosenBar, useChoice } from '../../ui/lists/choice.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { peopleColumns, stateColumn } from '../accounts/people/staff-people-columns.tsx';
import { type Person, personOf } from '../accounts/people/wire.ts';
import { batchQuery } from '../batches/staff-api.ts';
import { Seats } from '../batches/staff-batch-parts.tsx';
import type { Batch } from '../batches/staff-wire.ts';
import type { Route } from './+types/staff-batch-add-page.ts';
import { emailsIn } from './emails-in.ts';
import { EnrolInBatch } from './staff-enrol-actions.tsx';

export const meta: Route.MetaFunction = (page) => titled('Add People', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await preload(batchQuery(params.id));
};

const columns = peopleColumns.toSpliced(2, 0, stateColumn);
const nameOf = ({ name, email }: Person) => `${name}, ${email}`;

/** Enrols people of the academy in a batch: those whose emails are pasted, or who are searched. */
export default function StaffBatchAddPage() {
  const { id = '' } = useParams();
  const { data: batch } = useSuspenseQuery(batchQuery(id));
  const list = usePaginatedList(['people', 'approved'], accounts.listApproved, (users) => users.map(personOf));
  const actions = (chosen: Person[]) => <EnrolInBatch people={chosen} batch={batch} />;
  return (
    <>
      <PageHeader
        title="Add People"
        dense
        actions={
          <LinkButton to={staffPaths.importInto(id)} tone="plain" size="small">
            Import a list
          </LinkButton>
        }
      >
        <Link to={staffPaths.batch(id)} className="text-link underline">
          {batch.code}
        </Link>{' '}
        of {batch.courseTitle}. Seats taken: <Seats {...batch} />
      </PageHeader>
      <ByEmail batch={batch} />
      <h2 className="mt-8 mb-3 text-xl">Everyone who can be enrolled</h2>
      <DataTable
        list={list}
        label="Approved users"
        searchLabel="Search by name or email"
        itemKey={(person) => person.id}
        columns={columns}
        nameOf={({ name }) => name}
        choose={{ nameOf, actions }}
        failure="Failed to load users."
        empty={<EmptyState title="No approved users found.">Import people, or approve a registration.</EmptyState>}
        noMatch={<EmptyState title="No approved users found.">Nobody matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}

type Found = { people: Person[]; nobody: string[] };

/** People whose email addresses somebody has pasted, all chosen at first. */
function ByEmail({ batch }: { batch: Batch }) {
  const [found, setFound] = useState<Found>();

  async function find(form: FormData) {
    const emails = emailsIn(textOf(form, 'emails'));
    const people = (await call(accounts.listByEmails, { body: { emails } })).data.map(personOf);
    const known = new Set(people.map(({ email }) => email));
    setFound({ people, nobody: emails.filter((email) => !known.has(email)) });
  }

  return (
    <Card className="p-5">
      <Form onSubmit={find} check={check} failure="Failed to look for these people.">
        <TextArea
          label="Emails"
          name="emails"
          rows={3}
          autoComplete="off"
          spellCheck={false}
          hint="Paste them from a mail or a sheet. Names beside them do not matter."
          required
        />
        <SubmitButton tone="plain" className="self-start">
          Find people
        </SubmitButton>
      </Form>
      {found && found.nobody.length > 0 && (
        <Alert tone="warn" className="mt-5">
          Nobody has an account with {found.nobody.join(', ')}. Import them, and they are invited.
        </Alert>
      )}
      {found && found.people.length > 0 && (
        <FoundPeople key={found.people.map(({ id }) => id).join()} people={found.people} batch={batch} />
      )}
    </Card>
  );
}

const check = (form: FormData): FieldErrors =>
  emailsIn(textOf(form, 'emails')).length > 0 ? {} : { emails: 'Enter at least one email address' };

function FoundPeople({ people, batch }: { people: Person[]; batch: Batch }) {
  const { chosen, isChosen, toggle, toggleAll, choose, takeOff } = useChoice(people, ({ id }) => id, people);
  return (
    <section aria-label="Found by email" className="mt-5 flex flex-col gap-3">
      <div className="flex items-center gap-3 text-sm">
        <ChooseAll items={people} chosen={chosen} onAll={toggleAll} />
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {people.map((person) => (
          <li key={person.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <Checkbox
              aria-label={`Choose ${nameOf(person)}`}
              checked={isChosen(person)}
              onChange={() => toggle(person)}
            />
            <span className="min-w-0 flex-1 basis-48 font-semibold wrap-anywhere">{person.name}</span>
            <span className="min-w-0 text-sm text-soft">
              <EmailText email={person.email} />
            </span>
          </li>
        ))}
      </ul>
      <ChosenBar
        items={people}
        chosen={chosen}
        onChoose={choose}
        onTakeOff={takeOff}
        actions={(some) => <EnrolInBatch people={some} batch={batch} />}
      />
    </section>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Add People" failure="Failed to load the batch." error={error} />;
}
