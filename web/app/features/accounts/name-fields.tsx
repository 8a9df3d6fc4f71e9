import { type ReactNode, useState } from 'react';
import { textOf } from '../../lib/calls/field-errors.ts';
import { TextField } from '../../ui/forms/text-fields.tsx';

type NameFieldsProps = {
  /** Whether people write their own names. */
  isOwn?: boolean;
  /** The names that are corrected; the last one is empty of somebody with one name. */
  initial?: { firstName: string; lastName: string };
  /** Stands beside the first name. */
  before?: ReactNode;
};

/** First and last name, or the one name that somebody has; `namesIn` reads them. */
export function NameFields({ isOwn = false, initial, before }: NameFieldsProps) {
  const [hasOne, setHasOne] = useState(initial?.lastName === '');
  const filledIn = (by: string) => (isOwn ? by : 'off');
  const first = (
    <TextField
      label={hasOne ? 'Name' : 'First name'}
      name="firstName"
      defaultValue={initial?.firstName}
      autoComplete={filledIn(hasOne ? 'name' : 'given-name')}
      required
    />
  );
  return (
    <>
      {before ? (
        <div className="grid gap-5 sm:grid-cols-[9rem_1fr]">
          {before}
          {first}
        </div>
      ) : (
        first
      )}
      {!hasOne && (
        <TextField
          label="Last name"
          name="lastName"
          defaultValue={initial?.lastName}
          autoComplete={filledIn('family-name')}
          required
        />
      )}
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          name="hasOneName"
          className="size-5 shrink-0"
          checked={hasOne}
          onChange={({ target }) => setHasOne(target.checked)}
        />
        {isOwn ? 'I have one name' : 'They have one name'}
      </label>
    </>
  );
}

/** The names in a form with these fields: the last name is null of somebody with one name. */
export const namesIn = (form: FormData) => ({
  firstName: textOf(form, 'firstName'),
  lastName: form.has('hasOneName') ? null : textOf(form, 'lastName'),
});
