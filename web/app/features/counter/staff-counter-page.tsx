import { CounterInput, type CounterResult, type CounterSent, counter } from '@fairlead/contract/counter/calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../lib/calls/api-client.ts';
import { type FieldErrors, fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { newId } from '../../lib/new-id.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { useMay } from '../../shell/use-permissions.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { CheckboxField } from '../../ui/forms/choice-fields.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { namesIn } from '../accounts/name-fields.tsx';
import { EnrolFields, placeIn } from '../enrolments/staff-enrol-actions.tsx';
import { answeredIn } from '../enrolments/staff-lacks.tsx';
import { formatPaise } from '../fees/format-paise.ts';
import { RecipientFields, recipientOf } from '../fees/recipient-fields.tsx';
import { PaymentFields } from '../fees/staff-payment-fields.tsx';
import type { Route } from './+types/staff-counter-page.ts';
import { type AtCounter, CounterPerson } from './staff-counter-person.tsx';

export const meta: Route.MetaFunction = (page) => titled('Counter', page);

const chargeQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['fees', 'charge', courseId],
    queryFn: async () => (await call(counter.getCharge, { params: { id: courseId } })).data.chargePaise,
    enabled: courseId !== '',
  });

const noRecipient = { name: '', address: '', gstin: '', state: '', sez: '' } as const;

/** Enrols people who stand at the counter, one after the other: each in one form. */
export default function StaffCounterPage() {
  // one id for each person at the counter: a form that is sent twice is carried out once
  const [requestId, setRequestId] = useState(newId);
  const [done, setDone] = useState<Done>();
  return (
    <>
      <PageHeader title="Counter">
        Enroll somebody who stands before you, give a seat, and record what they pay, in one step.
      </PageHeader>
      {done ? (
        <Made
          done={done}
          onNext={() => {
            setRequestId(newId());
            setDone(undefined);
          }}
        />
      ) : (
        <CounterForm key={requestId} requestId={requestId} onDone={setDone} />
      )}
    </>
  );
}

type Done = CounterResult & { message: string; name: string };

function Made({ done: { message, name, enrolmentId, personId, hasFee }, onNext }: { done: Done; onNext: () => void }) {
  const maySeeFees = useMay('fees:read');
  return (
    <Card className="flex max-w-3xl flex-col gap-5 p-6">
      <Alert tone="good">
        <strong>{name}</strong>: {message}
      </Alert>
      <div className="flex flex-wrap gap-3">
        <Button autoFocus onClick={onNext}>
          Next person
        </Button>
        {hasFee && maySeeFees && (
          <LinkButton to={staffPaths.fee(enrolmentId)} tone="plain">
            Fee and receipt
          </LinkButton>
        )}
        <LinkButton to={staffPaths.person(personId)} tone="plain">
          Open the person
        </LinkButton>
      </div>
    </Card>
  );
}

type FormProps = { requestId: string; onDone: (done: Done) => void };

function CounterForm({ requestId, onDone }: FormProps) {
  const [person, setPerson] = useState<AtCounter>();
  const [courseId, setCourseId] = useState('');
  const mayMake = useMay('people:approve');
  // what a newcomer lacks is what somebody lacks of whom nothing is known
  const asked = person === 'new' ? { id: requestId, name: 'the newcomer' } : person;

  function sentBy(form: FormData): CounterSent {
    const place = placeIn(form);
    const [{ id: _, ...answers } = { id: '' }] = asked ? answeredIn(form, place.courseId, [asked]) : [];
    const newcomer = { tittle: 'None', email: textOf(form, 'email'), mobile: textOf(form, 'mobile'), ...namesIn(form) };
    return {
      requestId,
      ...(person === 'new' ? { newcomer: newcomer as CounterSent['newcomer'] } : person && { personId: person.id }),
      ...place,
      ...answers,
      ...(form.has('pays') && { payment: paymentIn(form), ...recipientIn(form) }),
    };
  }

  return (
    <Form
      className="max-w-3xl gap-6"
      onSubmit={async (form) => {
        const { message, data } = await sentInOneForm(call(counter.enrol, { body: sentBy(form) }));
        const { firstName, lastName } = namesIn(form);
        const name = person === 'new' ? [firstName, lastName].filter(Boolean).join(' ') : (person?.name ?? '');
        onDone({ ...data, message, name });
        await queryClient.invalidateQueries({
          predicate: ({ queryKey: [of] }) => ['people', 'fees', 'batches', 'overview'].includes(String(of)),
        });
      }}
      check={(form) => ({
        ...flat(named(fieldErrors(CounterInput, sentBy(form)))),
        ...(person === undefined && { personId: 'Choose the person' }),
      })}
      failure="Failed to enroll this person."
    >
      <Card className="flex flex-col gap-5 p-6">
        <CounterPerson mayMake={mayMake} onPerson={setPerson} />
      </Card>
      <Card className="flex flex-col gap-5 p-6">
        <EnrolFields people={asked ? [asked] : []} onCourse={setCourseId} />
      </Card>
      <Payment key={courseId} courseId={courseId} />
      <SubmitButton size="large" className="self-start">
        Enroll
      </SubmitButton>
    </Form>
  );
}

/** What the course costs, and the payment that is recorded with the enrolment. */
function Payment({ courseId }: { courseId: string }) {
  const { data: charge, isError, refetch } = useQuery(chargeQuery(courseId));
  const mayRecord = useMay('fees:record');
  const [pays, setPays] = useState(true);
  if (courseId === '' || charge === 0) return null;
  if (isError) return <ListFailure sentence="Failed to load the fee." retry={() => void refetch()} />;
  if (charge === undefined) return <Spinner label="Loading the fee" />;
  return (
    <Card className="flex flex-col gap-5 p-6">
      <p>
        Fee: <strong>{formatPaise(charge)}</strong>
      </p>
      {mayRecord && (
        <CheckboxField
          label="Is paid now"
          name="pays"
          defaultChecked
          onChange={({ currentTarget }) => setPays(currentTarget.checked)}
        />
      )}
      {mayRecord && pays && (
        <>
          <PaymentFields initial={{ amountPaise: charge }} />
          <details>
            <summary className="cursor-pointer font-semibold">Details for the invoice</summary>
            <div className="mt-4 flex flex-col gap-5">
              <RecipientFields recipient={noRecipient} forStaff />
            </div>
          </details>
        </>
      )}
    </Card>
  );
}

const paymentIn = (form: FormData) =>
  ({
    amount: textOf(form, 'amount'),
    method: textOf(form, 'method'),
    reference: textOf(form, 'reference'),
    on: textOf(form, 'on'),
  }) as NonNullable<CounterSent['payment']>;

/** Who is named on the document, if it is somebody else than the fee has. */
function recipientIn(form: FormData) {
  const recipient = recipientOf(form);
  return Object.values(recipient).some((value) => value !== '') ? { recipient } : {};
}

/** A course that is not chosen is said in words. */
const named = ({ courseId, ...errors }: FieldErrors): FieldErrors =>
  courseId ? { ...errors, courseId: 'Choose a course' } : errors;

/** Errors under the last part of their names, which are those of the fields: `newcomer.email`. */
const flat = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([name, sentence]) => [name.split('.').at(-1), sentence]));

async function sentInOneForm<T>(sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message, code, fields } = error;
    throw new ApiError(status, { message, code, fields: { ...flat(fields) } });
  }
}
