import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../../lib/calls/api-client.ts';
import type { FieldErrors } from '../../lib/calls/field-errors.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { CheckboxField, CheckboxGroup } from '../../ui/forms/choice-fields.tsx';
import { FocusFirst } from '../../ui/forms/focus-first.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { acceptTicked, refetchRequests, requestsOfQuery } from './staff-api.ts';
import { Lacking } from './staff-request-parts.tsx';
import { unresolvedOf } from './staff-unresolved.ts';
import type { EnrolmentRequest } from './staff-wire.ts';

type AcceptAllProps = {
  request: EnrolmentRequest;
  /** The key that opens it, on a page of one request. */
  shortcut?: 'l';
  /** When they are accepted; by default their list is read again. */
  onDone?: (accepted: readonly EnrolmentRequest[]) => Promise<void>;
  /** When one was refused because it has changed. */
  onChanged?: () => Promise<void>;
};

/** Accepts all pending requests of the person in one step: each point of each request is ticked. */
export function AcceptAll({
  request,
  shortcut,
  onDone = refetchRequests,
  onChanged = refetchRequests,
}: AcceptAllProps) {
  const { person, alsoRequests } = request;
  const accepted = useRef<readonly EnrolmentRequest[]>([]);
  if (alsoRequests === 0) return null;
  const shown = () => queryClient.getQueryData(requestsOfQuery(person.id).queryKey) ?? [];
  const chosenIn = (form: FormData) => shown().filter(({ id }) => form.has(`accept.${id}`));

  async function accept(form: FormData): Promise<string> {
    const chosen = chosenIn(form);
    const titles = new Map(chosen.map(({ id, course }) => [id, course.title]));
    const outcomes = await acceptTicked(chosen);
    const refused = outcomes.filter(({ ok }) => !ok).map(({ id, message }) => `${titles.get(id)}: ${message}`);
    const done = outcomes.length - refused.length;
    if (refused.length > 0) {
      const message = [`${done} of ${outcomes.length} accepted.`, ...refused].join(' ');
      throw new ApiError(409, { code: 'conflict', message });
    }
    accepted.current = chosen;
    return done === 1 ? '1 request accepted.' : `${done} requests accepted.`;
  }

  function check(form: FormData): FieldErrors {
    const chosen = chosenIn(form);
    if (chosen.length === 0) return { '': 'Choose at least one request' };
    return Object.fromEntries(
      chosen
        .filter((one) => form.getAll(`seen.${one.id}`).length < unresolvedOf(one).length)
        .map(({ id }) => [`seen.${id}`, 'Tick each of them, or leave this request out']),
    );
  }

  return (
    <FormAction
      label={`Accept all ${alsoRequests + 1}`}
      size="small"
      shortcut={shortcut}
      describedBy={`request-${request.id}`}
      title="Accept All Requests"
      text={
        <>
          <p>
            Which requests of <strong>{person.name}</strong> do you accept?
          </p>
          {request.profile && <p className="text-soft">This records that the documents were checked.</p>}
        </>
      }
      check={check}
      confirm="Yes, Accept"
      act={accept}
      after={() => (accepted.current.length > 0 ? onDone(accepted.current) : onChanged())}
      failure="Failed to accept courses"
    >
      <AllOf personId={person.id} />
    </FormAction>
  );
}

function AllOf({ personId }: { personId: string }) {
  const { data: requests, isError, isFetching, refetch } = useQuery(requestsOfQuery(personId));
  if (isError) return <ListFailure sentence="Failed to load the requests." retry={() => void refetch()} />;
  if (!requests || isFetching) return <Spinner label="Loading requests" />;
  return (
    // the dialog has opened before there was anything to tick
    <FocusFirst>
      <ul className="flex max-h-[50dvh] flex-col gap-4 overflow-y-auto">
        {requests.map((request) => (
          <li key={request.id} className="flex flex-col gap-3">
            <One request={request} />
          </li>
        ))}
      </ul>
    </FocusFirst>
  );
}

/** A request with its points; one that takes a reason is accepted by itself. */
function One({ request }: { request: EnrolmentRequest }) {
  const { id, course, batch, eligibility, fee } = request;
  const unresolved = unresolvedOf(request);
  const { missing } = eligibility;
  const title = batch ? `${course.title}, ${batch.code}` : course.title;
  if (missing.length > 0) {
    return (
      <>
        <p className="font-semibold">{title}</p>
        <Lacking eligibility={{ missing, toCheck: [] }} />
        <p className="text-sm text-soft">Accept it by itself, with a reason.</p>
      </>
    );
  }
  return (
    <>
      <CheckboxField label={title} name={`accept.${id}`} defaultChecked />
      {unresolved.length > 0 && (
        <CheckboxGroup
          legend={<span className="text-sm">Unresolved for {course.title}: tick what you accept</span>}
          name={`seen.${id}`}
          options={unresolved}
          initial={[]}
        />
      )}
      {fee?.proof && <p className="text-sm text-soft">Its proof of payment still waits to be confirmed.</p>}
    </>
  );
}
