import type { CourseRule } from '@fairlead/contract/courses/course-rules';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';

type ApprovalFieldsProps = { approval: Pick<CourseRule, 'approval' | 'approvalUntil'> };

/** The fields of an approval, which no starting set fills. */
export const ApprovalFields = ({ approval: { approval, approvalUntil } }: ApprovalFieldsProps) => (
  <>
    <TextField
      label="Approval"
      name="approval"
      hint="Such as DG Shipping, TR/A/29/2024. The course page states it"
      defaultValue={approval}
    />
    <DateField
      label="Approved until"
      name="approvalUntil"
      hint="Its last day. Leave blank if it has none"
      defaultValue={approvalUntil ?? ''}
    />
  </>
);
