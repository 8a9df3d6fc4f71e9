import type { ComponentProps } from 'react';
import type { z } from 'zod/mini';
import { type FieldErrors, fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { TextArea } from '../forms/text-fields.tsx';
import { FormAction } from './form-action.tsx';

type ReasonActionProps = Omit<ComponentProps<typeof FormAction>, 'children' | 'check' | 'act'> & {
  /** The shape of the reason under its name; without it, a reason may be anything but blank. */
  body?: z.ZodMiniType;
  /** Attributes of the text area, such as its hint; `name` is 'reason' and `label` 'Reason' unless given. */
  reason: Partial<ComponentProps<typeof TextArea>>;
  /** Performs the action; resolves to the success message, and throws on failure. */
  act: (reason: string) => Promise<string>;
};

/** A button that opens a dialog with one text, the reason for its action, and performs it. */
export function ReasonAction({ body, reason, act, ...action }: ReasonActionProps) {
  const { name = 'reason' } = reason;
  function check(form: FormData): FieldErrors {
    const text = textOf(form, name);
    if (body) return fieldErrors(body, { [name]: text });
    return text.trim() ? {} : { [name]: 'Reason is required' };
  }
  return (
    <FormAction {...action} check={check} act={(form) => act(textOf(form, name))}>
      <TextArea label="Reason" name={name} rows={4} required {...reason} />
    </FormAction>
  );
}
