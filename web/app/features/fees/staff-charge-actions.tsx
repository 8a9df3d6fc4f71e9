import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { BulkAction } from '../../ui/lists/bulk-action.tsx';
import { chargeEnrolment, chargeEnrolments, refetchFees } from './staff-api.ts';

const what = 'The price of the course today is charged. The learner gets an email that says how to pay.';

type ChargeProps = { id: string; name: string; courseTitle: string; describedBy: string };

/** Charges an enrolment that has no fee, such as one from before fees were switched on. */
export const ChargeFee = ({ id, name, courseTitle, describedBy }: ChargeProps) => (
  <ConfirmAction
    label="Charge fee"
    size="small"
    describedBy={describedBy}
    title="Charge Fee"
    text={
      <>
        <p>
          <strong>{name}</strong> has no fee for {courseTitle}.
        </p>
        <p className="text-soft">{what}</p>
      </>
    }
    confirm="Yes, Charge"
    act={() => chargeEnrolment(id)}
    after={refetchFees}
    failure="Failed to charge the fee."
  />
);

type ManyProps = { learners: readonly { enrolmentId: string; person: { name: string; email: string } }[] };

/** The same for chosen learners of a course. */
export const ChargeFees = ({ learners }: ManyProps) => (
  <BulkAction
    label="Charge fee"
    items={learners.map(({ enrolmentId, person }) => ({ id: enrolmentId, person }))}
    nameOf={({ person: { name, email } }) => `${name}, ${email}`}
    title="Charge Fees"
    text={({ length }) => (
      <>
        <p>Charge {length === 1 ? '1 learner' : `${length} learners`} who have no fee yet?</p>
        <p className="text-soft">{what}</p>
      </>
    )}
    confirm="Yes, Charge"
    done="charged"
    act={chargeEnrolments}
    after={refetchFees}
    failure="Failed to charge the fees."
  />
);
