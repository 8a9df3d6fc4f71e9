import type { CourseRule } from '@fairlead/contract/courses/course-rules';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';

type ApprovalFieldsProps = { approval: Pick<CourseRule, 'approval' | 'approvalNumber' | 'approvalUntil'> };

/** The fields of an approval, which no starting set fills. */
export const ApprovalFields = ({ approval: { approval, approvalNumber, approvalUntil } }: ApprovalFieldsProps) => (
  <>
    <TextField
      label="Approving administration"
      name="approval"
      hint="Such as DG Shipping, India. The course page and, with the number, certificates state it"
      defaultValue={approval}
    />
    <TextField
      label="Approval number"
      name="approvalNumber"
      hint="Such as TR/A/29/2024. Without it no certificate names an approval"
      defaultValue={approvalNumber}
    />
    <DateField
      label="Approved until"
      name="approvalUntil"
      hint="Its last day. Leave blank if it has none"
      defaultValue={approvalUntil ?? ''}
    />
  </>
);
