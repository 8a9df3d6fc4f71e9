import type { BoardingCode as Code, ShipDetails } from '@fairlead/contract/ships/calls';
import { useState } from 'react';
import { type FieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { Moment } from '../../lib/site.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyFacts } from '../../ui/copy-facts.tsx';
import { DialogButton } from '../../ui/dialogs/dialog-button.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { TextArea } from '../../ui/forms/text-fields.tsx';
import { addCrew, refetchShips, renewBoardingCode, renewPairingCode } from './staff-api.ts';

/** Makes the code that pairs a computer, and shows it once. */
export const PairingCode = ({ shipId, isPaired }: { shipId: string; isPaired: boolean }) => (
  <DialogButton label="Make a Pairing Code" size="small" title="Pair a Computer">
    {(close) => <Pairing shipId={shipId} isPaired={isPaired} onClose={close} />}
  </DialogButton>
);

function Pairing({ shipId, isPaired, onClose }: { shipId: string; isPaired: boolean; onClose: () => void }) {
  const [made, setMade] = useState<{ code: string; until: string }>();
  return (
    <Form onSubmit={async () => setMade(await renewPairingCode(shipId))} failure="Failed to make a code.">
      {made ? (
        <>
          <CopyFacts facts={[['Pairing code', made.code]]} />
          <p>
            Enter it on the page of the ship’s computer before <Moment at={made.until} />. It is not shown again.
          </p>
        </>
      ) : (
        <p>
          {isPaired
            ? 'A computer that is paired with the new code takes the place of the one that is there.'
            : 'The code is for one computer, and valid for a day.'}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="plain" onClick={onClose}>
          Close
        </Button>
        {!made && <SubmitButton>Make a Code</SubmitButton>}
      </div>
    </Form>
  );
}

/** Signs people on by their emails, and shows their codes once. */
export const SignOn = ({ shipId }: { shipId: string }) => (
  <DialogButton label="Sign On" size="small" title="Sign People On">
    {(close) => <SigningOn shipId={shipId} onClose={close} />}
  </DialogButton>
);

const emailsIn = (form: FormData): string[] =>
  textOf(form, 'emails')
    .split(/[\s,;]+/)
    .filter(Boolean);

function SigningOn({ shipId, onClose }: { shipId: string; onClose: () => void }) {
  const [codes, setCodes] = useState<Code[]>();

  async function send(form: FormData) {
    setCodes(await addCrew(shipId, emailsIn(form)));
    await refetchShips();
  }

  return (
    <Form
      onSubmit={send}
      check={(form): FieldErrors => (emailsIn(form).length > 0 ? {} : { emails: 'Enter an email' })}
      failure="Failed to sign the people on."
    >
      {codes ? (
        <Codes codes={codes} />
      ) : (
        <TextArea label="Emails" name="emails" required hint="Of learners who have an account, one on each line." />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="plain" onClick={onClose}>
          Close
        </Button>
        {!codes && <SubmitButton>Sign On</SubmitButton>}
      </div>
    </Form>
  );
}

const Codes = ({ codes }: { codes: readonly Code[] }) => (
  <>
    <p>Give each person the code. It is for the first login aboard, where they choose a PIN, and is not shown again.</p>
    <div className="max-h-80 overflow-y-auto">
      <CopyFacts facts={codes.map(({ name, code }) => [name, code])} />
    </div>
  </>
);

type Member = ShipDetails['crew'][number];

/** A new code for somebody who has lost it, or forgotten the PIN. */
export const BoardingCode = ({ shipId, person }: { shipId: string; person: Member }) => (
  <DialogButton label="New Code" size="small" title="New Boarding Code" describedBy={`person-${person.userId}`}>
    {(close) => <Renewing shipId={shipId} person={person} onClose={close} />}
  </DialogButton>
);

function Renewing({ shipId, person, onClose }: { shipId: string; person: Member; onClose: () => void }) {
  const [code, setCode] = useState<Code>();
  return (
    <Form
      onSubmit={async () => setCode(await renewBoardingCode(shipId, person.userId))}
      failure="Failed to make a code."
    >
      {code ? (
        <Codes codes={[code]} />
      ) : (
        <p>
          At the ship’s next contact it takes the place of the code and the PIN of <strong>{person.name}</strong>.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="plain" onClick={onClose}>
          Close
        </Button>
        {!code && <SubmitButton>Make a Code</SubmitButton>}
      </div>
    </Form>
  );
}
