import { ApprovalInput } from '@fairlead/contract/courses/course-rules';
import { fieldErrors } from '../../../lib/calls/field-errors.ts';
import { FormAction } from '../../../ui/dialogs/form-action.tsx';
import { ApprovalFields } from './approval-fields.tsx';
import { approvalInputOf } from './rule-draft.ts';
import { changeApproval, type RuleEdition, refetchRules } from './staff-rules-api.ts';

type ChangeApprovalProps = { courseId: string; edition: RuleEdition; describedBy: string };

/** Changes the approval of an edition: it may have come, or been prolonged, after the edition began. */
export const ChangeApproval = ({ courseId, edition, describedBy }: ChangeApprovalProps) => (
  <FormAction
    label="Change approval"
    size="small"
    describedBy={describedBy}
    title={`Approval of Edition ${edition.edition}`}
    text={
      <p>
        Issued certificates stay as they are; those earned from now on state it. The audit keeps what it said before.
      </p>
    }
    check={(form) => fieldErrors(ApprovalInput, approvalInputOf(form, edition))}
    confirm="Save approval"
    act={(form) => changeApproval(courseId, edition.edition, approvalInputOf(form, edition))}
    after={refetchRules}
    failure="Failed to save the approval."
  >
    <ApprovalFields approval={edition} />
  </FormAction>
);
