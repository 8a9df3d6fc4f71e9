import { type ShipAboard, shipAboard } from '@fairlead/contract/ships/aboard';
import { useState } from 'react';
import { type FieldErrors, fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { digits } from '../../ui/forms/code-field.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { Card } from '../../ui/layout.tsx';
import { choosePin, logInByPin } from './aboard-api.ts';

type Person = ShipAboard['people'][number];

/** Everybody signed on, by name; who has no PIN yet enters the boarding code and chooses one. */
export function ShipLogin({ state }: { state: ShipAboard }) {
  const [person, setPerson] = useState<Person>();
  if (state.people.length === 0)
    return (
      <EmptyState title="Nobody is signed on.">
        The academy signs people on, and this computer hears of it at its next contact.
      </EmptyState>
    );
  if (person)
    return (
      <Card className="flex flex-col gap-4 p-6">
        <h2 className="text-lg">{person.name}</h2>
        {person.hasPin ? <ByPin person={person} /> : <FirstLogin person={person} />}
        <Button tone="plain" onClick={() => setPerson(undefined)}>
          Somebody else
        </Button>
      </Card>
    );
  return (
    <Card className="flex flex-col gap-4 p-6">
      <h2 className="text-lg">Choose your name</h2>
      <ul className="divide-y divide-line">
        {state.people.map((one) => (
          <li key={one._id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span id={`who-${one._id}`} className="min-w-0 flex-1 basis-40 font-semibold">
              {one.name}
            </span>
            <Button tone="plain" size="small" aria-describedby={`who-${one._id}`} onClick={() => setPerson(one)}>
              {one.hasPin ? 'Enter PIN' : 'First login'}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const pinField = {
  type: 'password',
  inputMode: 'numeric',
  autoComplete: 'off',
  maxLength: 12,
  required: true,
  tidy: digits,
} as const;

function ByPin({ person }: { person: Person }) {
  const inputOf = (form: FormData) => ({ person: person._id, pin: textOf(form, 'pin') });
  return (
    <Form
      onSubmit={(form) => logInByPin(inputOf(form))}
      check={(form) => fieldErrors(shipAboard.logIn.body, inputOf(form))}
      failure="You could not be logged in."
    >
      <TextField label="PIN" name="pin" {...pinField} hint="Forgotten? The academy gives you a new boarding code." />
      <SubmitButton>Log In</SubmitButton>
    </Form>
  );
}

function FirstLogin({ person }: { person: Person }) {
  const inputOf = (form: FormData) => ({ person: person._id, code: textOf(form, 'code'), pin: textOf(form, 'pin') });
  const check = (form: FormData): FieldErrors => ({
    ...fieldErrors(shipAboard.choosePin.body, inputOf(form)),
    ...(textOf(form, 'pin') !== textOf(form, 'again') && { again: 'The two PINs differ' }),
  });
  return (
    <Form onSubmit={(form) => choosePin(inputOf(form))} check={check} failure="You could not be logged in.">
      <TextField
        label="Boarding code"
        name="code"
        autoComplete="off"
        required
        maxLength={20}
        hint="The academy gave it to you."
      />
      <TextField label="Choose a PIN" name="pin" {...pinField} hint="Six to twelve digits" />
      <TextField label="The PIN again" name="again" {...pinField} />
      <SubmitButton>Log In</SubmitButton>
    </Form>
  );
}
