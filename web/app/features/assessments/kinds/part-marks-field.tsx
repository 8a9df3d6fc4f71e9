import { CheckboxField } from '../../../ui/forms/choice-fields.tsx';

type PartMarksFieldProps = { name: string; initial: boolean | undefined; children: string };

/** Whether an answer that is right in part earns a part of the mark; the children say how much. */
export function PartMarksField({ name, initial, children }: PartMarksFieldProps) {
  return (
    <CheckboxField
      name={`${name}.partMarks`}
      label={
        <>
          Part marks
          <span className="block text-sm text-soft">{children} Without this, only a whole answer earns the mark.</span>
        </>
      }
      defaultChecked={initial === true}
      className="mt-5"
    />
  );
}
