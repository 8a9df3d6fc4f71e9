import { countryCodeOf } from '@fairlead/contract/academy/places';
import {
  type DocumentNumber,
  doubtAboutNumber,
  notIssued,
  writingOf,
} from '@fairlead/contract/seafarers/document-numbers';
import { type ComponentProps, type FocusEvent, useState } from 'react';
import type { Draft } from '../../lib/session/form-draft.ts';
import { CheckboxField } from '../../ui/forms/choice-fields.tsx';
import { useFormState } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { ExpiryField } from './expiry-field.tsx';
import { FieldWarning } from './marks.tsx';

type NumberFieldProps = Omit<ComponentProps<typeof TextField>, 'tidy' | 'defaultValue'> & {
  which: DocumentNumber;
  defaultValue: string | undefined;
};

/**
 * The number of a document. It is rewritten as the document prints it when it is left, and then marked if it is
 * unusual.
 */
export function NumberField({ which, defaultValue = '', hint, ...field }: NumberFieldProps) {
  const { errors } = useFormState();
  const [doubt, setDoubt] = useState(() => doubtOf(defaultValue, ''));

  function doubtOf(number: string, country: string) {
    return number && doubtAboutNumber(which, number, countryCodeOf(country) ?? '');
  }

  function rewrite({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
    input.value = writingOf[which](input.value);
    const country = input.form?.elements.namedItem('country');
    setDoubt(doubtOf(input.value, country instanceof HTMLSelectElement ? country.value : ''));
  }

  return (
    <TextField
      {...field}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      defaultValue={defaultValue}
      onBlur={rewrite}
      hint={
        <>
          {hint}
          <FieldWarning>{!errors[field.name] && !field.disabled && doubt}</FieldWarning>
        </>
      }
    />
  );
}

type NotIssuedProps = NumberFieldProps & { choice: string; onChoose?: (isNotIssued: boolean) => void };

/** The number of a document that not everybody has. The checkbox takes the place of the number, under the same name. */
export function NumberOrNotIssued({ choice, onChoose, defaultValue, className, ...field }: NotIssuedProps) {
  const [isNotIssued, setIsNotIssued] = useState(defaultValue === notIssued);
  return (
    <div className={className}>
      <NumberField {...field} defaultValue={defaultValue === notIssued ? '' : defaultValue} disabled={isNotIssued} />
      <CheckboxField
        label={choice}
        name={field.name}
        value={notIssued}
        defaultChecked={isNotIssued}
        onChange={({ currentTarget: { checked } }) => {
          setIsNotIssued(checked);
          onChoose?.(checked);
        }}
        className="mt-2"
      />
    </div>
  );
}

/** Number and expiry date of the discharge book, or neither if none was issued. */
export function CdcFields({ initial, required }: { initial: Draft; required: boolean }) {
  const [isNotIssued, setIsNotIssued] = useState(initial.cdcNumber === notIssued);
  return (
    <>
      <NumberOrNotIssued
        label="CDC number"
        name="cdcNumber"
        which="CDCnumber"
        hint="The number of your discharge book, for example MUM 123456"
        choice="CDC not issued"
        onChoose={setIsNotIssued}
        defaultValue={initial.cdcNumber}
        required={required}
      />
      <ExpiryField
        label="CDC expiry"
        name="cdcExpiresOn"
        defaultValue={initial.cdcExpiresOn}
        required={required}
        disabled={isNotIssued}
        error={isNotIssued ? '' : undefined}
      />
    </>
  );
}
