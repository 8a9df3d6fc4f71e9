import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { FieldErrors } from '../../lib/calls/field-errors.ts';
import { unlisted } from '../../lib/pages/page-meta.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { takeReturn } from '../../lib/session/return-path.ts';
import { getSession } from '../../lib/session/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageSkeleton } from '../../ui/feedback/skeleton.tsx';
import { RadioGroup } from '../../ui/forms/choice-fields.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/open-aboard-page.ts';
import { PinField } from './pin-field.tsx';
import { askForPin, skipPin } from './skipped-pin.ts';

export const meta: Route.MetaFunction = (page) => [...titled('Open courses aboard', page), unlisted];

type Pinned = { person: string; name: string };

/** Opens what a person has aboard on this device, by their PIN, without a network too. */
export default function OpenAboardPage() {
  const navigate = useNavigate();
  const [people, setPeople] = useState<Pinned[]>();
  const own = getSession()?.user?._id;
  useEffect(() => {
    void import('./pin.ts')
      .then(({ listPinned }) => listPinned())
      .then(
        (all) => setPeople(own ? all.filter(({ person }) => person === own) : all),
        () => setPeople([]),
      );
  }, [own]);
  if (!people) return <PageSkeleton />;
  if (people.length === 0) {
    return (
      <EmptyState title="No courses with a PIN" action={<LinkButton to={paths.dashboard}>Dashboard</LinkButton>}>
        Nobody has set a PIN for courses on this device.
      </EmptyState>
    );
  }

  async function open(form: FormData) {
    const person = people?.length === 1 ? people[0]?.person : form.get('person');
    const { openByPin } = await import('./pin.ts');
    await openByPin(String(person), String(form.get('pin')));
    askForPin();
    await navigate(takeReturn() ?? paths.dashboard, { replace: true });
  }

  return (
    <div className="mx-auto max-w-form">
      <PageHeader title="Open courses aboard">
        {people.length === 1 ? people[0]?.name : 'Choose your name, and enter your PIN.'}
      </PageHeader>
      <Card className="p-6">
        <Form
          failure="Your courses could not be opened."
          check={(form): FieldErrors =>
            people.length > 1 && !form.get('person') ? { person: 'Please choose your name.' } : {}
          }
          onSubmit={open}
        >
          {people.length > 1 && (
            <RadioGroup
              legend="Name"
              name="person"
              options={people.map(({ person, name }) => ({ value: person, label: name }))}
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
    </div>
  );
}
