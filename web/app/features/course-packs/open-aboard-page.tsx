import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { FieldErrors } from '../../lib/calls/field-errors.ts';
import { unlisted } from '../../lib/pages/page-meta.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { takeReturn } from '../../lib/session/return-path.ts';
import { getSession } from '../../lib/session/session.ts';
import { logOut } from '../../shell/log-out.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageSkeleton } from '../../ui/feedback/skeleton.tsx';
import { RadioGroup } from '../../ui/forms/choice-fields.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/open-aboard-page.ts';
import type { OnBoard } from './pin.ts';
import { PinField } from './pin-field.tsx';
import { askForPin, skipPin } from './skipped-pin.ts';

export const meta: Route.MetaFunction = (page) => [...titled('Open Courses Aboard', page), unlisted];

/**
 * Opens what a person has aboard on this device, by their PIN, without a network too. Everybody who has courses here is
 * listed; who has no PIN has to log in.
 */
export default function OpenAboardPage() {
  const navigate = useNavigate();
  const [people, setPeople] = useState<OnBoard[]>();
  const own = getSession()?.user?._id;
  useEffect(() => {
    void import('./pin.ts').then(({ listOnBoard }) => listOnBoard()).then(setPeople, () => setPeople([]));
  }, []);
  if (!people) return <PageSkeleton />;
  if (people.length === 0) {
    return (
      <EmptyState title="No courses aboard" action={<LinkButton to={paths.dashboard}>Dashboard</LinkButton>}>
        Nobody has courses on this device.
      </EmptyState>
    );
  }
  const pinned = people.filter(({ hasPin }) => hasPin);
  const others = people.filter(({ hasPin }) => !hasPin);

  async function open(form: FormData) {
    const person = pinned.length === 1 ? pinned[0]?.person : form.get('person');
    const { openByPin } = await import('./pin.ts');
    await openByPin(String(person), String(form.get('pin')));
    askForPin();
    await navigate(takeReturn() ?? paths.dashboard, { replace: true });
  }

  return (
    <div className="mx-auto max-w-form">
      <PageHeader title="Open Courses Aboard">
        {pinned.length === 0 && 'Nobody on this device has a PIN yet.'}
        {pinned.length === 1 && pinned[0]?.name}
        {pinned.length > 1 && 'Choose your name, and enter your PIN.'}
      </PageHeader>
      <div className="flex flex-col gap-6">
        {pinned.length > 0 && (
          <Card className="p-6">
            <Form
              failure="Your courses could not be opened."
              check={(form): FieldErrors =>
                pinned.length > 1 && !form.get('person') ? { person: 'Please choose your name.' } : {}
              }
              onSubmit={open}
            >
              {pinned.length > 1 && (
                <RadioGroup
                  legend="Name"
                  name="person"
                  initial={own}
                  options={pinned.map(({ person, name }) => ({ value: person, label: name }))}
                />
              )}
              <PinField label="PIN" name="pin" />
              <div className="flex flex-wrap gap-3">
                <SubmitButton>Open</SubmitButton>
                {own && (
                  <Button
                    tone="plain"
                    onClick={() => {
                      skipPin();
                      void navigate(takeReturn() ?? paths.dashboard, { replace: true });
                    }}
                  >
                    Not now
                  </Button>
                )}
              </div>
            </Form>
          </Card>
        )}
        {others.length > 0 && <WithoutPin people={others} own={own} />}
        <SomebodyElse own={own} />
      </div>
    </div>
  );
}

/** People whose courses open only after a login: nobody else can open them. */
const WithoutPin = ({ people, own }: { people: readonly OnBoard[]; own: string | undefined }) => (
  <Card className="flex flex-col gap-3 p-6">
    <h2 className="text-lg">Without a PIN</h2>
    <ul aria-label="Without a PIN" className="flex flex-col gap-1">
      {people.map(({ person, name }) => (
        <li key={person} className="flex flex-wrap items-center gap-x-3 gap-y-2 font-semibold">
          <span>
            {name}
            {person === own && <span className="font-normal text-soft"> (logged in)</span>}
          </span>
          {person === own && (
            <LinkButton to={paths.dashboard} tone="plain" size="small">
              Go on
            </LinkButton>
          )}
        </li>
      ))}
    </ul>
    <p className="text-sm text-soft">
      Their courses open when they log in, which needs internet. With a PIN, set under Courses Aboard, they open
      without.
    </p>
  </Card>
);

/** The way for somebody who is not in the list. A person who is logged in is logged out first; what is aboard stays. */
const SomebodyElse = ({ own }: { own: string | undefined }) => (
  <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-6">
    <p className="min-w-0 flex-1 basis-56">
      <strong>Somebody else?</strong> Log in with internet, and take your courses aboard.
    </p>
    {own ? (
      <Button tone="plain" onClick={() => void logOut(paths.login)}>
        Somebody else
      </Button>
    ) : (
      <LinkButton to={paths.login} tone="plain">
        Somebody else
      </LinkButton>
    )}
  </Card>
);
