import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/calls/api-client.ts';
import { type FieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { useMay } from '../../shell/use-permissions.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmAction, useFocusAfterLoss } from '../../ui/dialogs/confirm-action.tsx';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { CheckboxField, CheckboxGroup } from '../../ui/forms/choice-fields.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { formatPaise } from '../fees/format-paise.ts';
import { AskForDocument } from '../seafarers/staff-ask-document.tsx';
import { acceptRequest, acceptUndoably, refetchRequests, rejectRequest } from './staff-api.ts';
import { checkDecline, DeclineFields, declineOf } from './staff-decline-fields.tsx';
import { Lacking } from './staff-request-parts.tsx';
import { unresolvedOf } from './staff-unresolved.ts';
import type { EnrolmentRequest } from './staff-wire.ts';

function About({ request: { person, course } }: { request: EnrolmentRequest }) {
  return (
    <p className="text-soft">
      <strong className="text-ink">{person.name}</strong>, {person.email}, for{' '}
      <strong className="text-ink">{course.title}</strong>
    </p>
  );
}

type Proof = NonNullable<NonNullable<EnrolmentRequest['fee']>['proof']>;

/**
 * Whether nothing speaks against a proof at first sight; one of more than the fee would be refused with the request.
 */
const isUnsuspicious = ({ isReferenceUsed, scan, amountPaise }: Proof, { fee }: EnrolmentRequest) =>
  !isReferenceUsed && scan !== 'infected' && amountPaise <= (fee?.balancePaise ?? 0);

type DecideProps = {
  request: EnrolmentRequest;
  /**
   * What to do when it is decided, and when it was refused because it has changed; by default its list is read again.
   */
  onDone?: () => Promise<void>;
  onChanged?: () => Promise<void>;
  size?: 'small';
};

/** Tells a decision that was made from one that was refused. */
function useOutcome({ onDone = refetchRequests, onChanged = refetchRequests }: DecideProps) {
  const done = useRef(false);
  return {
    noting: async (decision: Promise<string>) => {
      const said = await decision;
      done.current = true;
      return said;
    },
    after: () => (done.current ? onDone() : onChanged()),
  };
}

export function Accept(props: DecideProps) {
  const { request, size } = props;
  const { noting, after } = useOutcome(props);
  const mayRecord = useMay('fees:record');
  const proof = mayRecord ? request.fee?.proof : undefined;
  const { missing } = request.eligibility;
  const unresolved = unresolvedOf(request);
  const dialog = {
    label: 'Accept',
    ...(size && { size }),
    tone: 'signal',
    shortcut: 'a',
    describedBy: `request-${request.id}`,
    title: 'Accept Request',
    text: (
      <>
        <p>Are you sure you want to accept this enrollment request?</p>
        <About request={request} />
        <Lacking eligibility={{ missing, toCheck: [] }} />
        {request.profile && <p className="text-soft">This records that the documents were checked.</p>}
      </>
    ),
    confirm: 'Yes, Accept',
    after,
    failure: 'Failed to accept course',
  } as const;
  if (!proof && missing.length === 0 && unresolved.length === 0) {
    return <ConfirmAction {...dialog} act={() => noting(acceptRequest(request))} />;
  }
  const accepted = (form: FormData) => ({
    proofId: form.has('withPayment') ? proof?.id : undefined,
    overrule: textOf(form, 'overrule').trim() || undefined,
  });
  const check = (form: FormData): FieldErrors => ({
    ...(missing.length > 0 && !accepted(form).overrule && { overrule: 'Please write the reason' }),
    ...(form.getAll('seen').length < unresolved.length && { seen: 'Tick each of them, or reject the request' }),
  });
  return (
    <FormAction {...dialog} check={check} act={(form) => noting(acceptRequest(request, accepted(form)))}>
      {unresolved.length > 0 && (
        <CheckboxGroup legend="Unresolved: tick what you accept" name="seen" options={unresolved} initial={[]} />
      )}
      {missing.length > 0 && (
        <TextField
          label="Reason to accept anyway"
          name="overrule"
          hint="Such as the certificate of another academy. The audit keeps it."
          maxLength={500}
          required
        />
      )}
      {proof && (
        <CheckboxField
          label={
            <>
              Confirm the payment of {formatPaise(proof.amountPaise)} too
              {proof.reference && <span className="wrap-anywhere">, {proof.reference}</span>}
            </>
          }
          name="withPayment"
          defaultChecked={isUnsuspicious(proof, request)}
        />
      )}
    </FormAction>
  );
}

/**
 * So long a request is on the screen before it can be accepted at once: the second click of two is for the one before.
 */
const firstLook = 400;

type AtOnceProps = DecideProps & {
  /** When it is accepted; whether that can be undone. */
  onAccepted: (isUndoable: boolean) => Promise<void>;
};

/** Accepts a clean request by one click: see `isClean`. */
export function AcceptAtOnce({ request, size, onAccepted, onChanged = refetchRequests }: AtOnceProps) {
  const [busy, setBusy] = useState(false);
  const [isLookedAt, setIsLookedAt] = useState(false);
  const expectLoss = useFocusAfterLoss();
  useEffect(() => {
    const timer = setTimeout(() => setIsLookedAt(true), firstLook);
    return () => clearTimeout(timer);
  }, []);

  async function accept() {
    setBusy(true);
    expectLoss(true);
    try {
      const { message, isUndoable } = await acceptUndoably(request);
      if (!isUndoable) toast(message);
      await onAccepted(isUndoable);
    } catch (error) {
      expectLoss(false);
      setBusy(false);
      toast(`Failed to accept course. ${messageOf(error, '')}`, { tone: 'bad', seconds: 8 });
      await onChanged();
    }
  }

  return (
    <Button
      size={size}
      tone="signal"
      busy={busy}
      disabled={!isLookedAt}
      aria-describedby={`request-${request.id}`}
      data-shortcut="a"
      onClick={() => void accept()}
    >
      Accept
    </Button>
  );
}

export function Reject(props: DecideProps) {
  const { request, size } = props;
  const { noting, after } = useOutcome(props);
  return (
    <FormAction
      label="Reject"
      {...(size && { size })}
      tone="danger"
      shortcut="r"
      describedBy={`request-${request.id}`}
      title="Reject Request"
      text={
        <>
          <p>Are you sure you want to reject this enrollment request?</p>
          <About request={request} />
          <p className="text-soft">They get the reason by email, and can ask again.</p>
        </>
      }
      check={checkDecline}
      confirm="Yes, Reject"
      act={(form) => noting(rejectRequest(request, declineOf(form)))}
      after={after}
      failure="Failed to reject course"
    >
      <DeclineFields />
    </FormAction>
  );
}

/** Asks the person for a better document; nothing without a profile. */
export const AskFor = ({ request: { id, profile }, onDone = refetchRequests, onChanged, size }: DecideProps) =>
  profile && (
    <AskForDocument
      profile={profile}
      describedBy={`request-${id}`}
      onDone={onDone}
      onRefused={onChanged ?? refetchRequests}
      shortcut="d"
      {...(size && { size })}
    />
  );
