import { KindInput, type StaffKind } from '@fairlead/contract/wallet/wallet-kinds';
import { documentValidities, kindGroupNames, kindGroups } from '@fairlead/contract/wallet/wallet-words';
import { useState } from 'react';
import { fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { CheckboxField } from '../../ui/forms/choice-fields.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { Card } from '../../ui/layout.tsx';
import { useToday } from '../seafarers/use-today.ts';
import { saveKind } from './staff-api.ts';

const validityNames: Record<(typeof documentValidities)[number], string> = {
  unlimited: 'Does not expire',
  stated: 'Until the date on it',
  'stated-or-unlimited': 'Until the date on it, if it has one',
  months: 'At most a number of months',
};

const countryOptions = [
  { value: 'none', label: 'Do not ask' },
  { value: 'optional', label: 'Ask, but it can be left out' },
  { value: 'required', label: 'Required' },
];

const codeOptions = [
  { value: 'no', label: 'The code stays the same' },
  { value: 'instead', label: 'Another code for each country, such as CDC-PA' },
  { value: 'also', label: 'Both codes, such as MED and MED-LR' },
];

/** What was entered, as the contract has it. */
function inputOf(form: FormData, kind: StaffKind | undefined): KindInput {
  const months = textOf(form, 'validityMonths').trim();
  return {
    code: kind?.code ?? textOf(form, 'code'),
    title: textOf(form, 'title'),
    group: textOf(form, 'group') as KindInput['group'],
    numberFormats: textOf(form, 'numberFormats')
      .split(',')
      .map((format) => format.trim())
      .filter(Boolean),
    country: textOf(form, 'country') as KindInput['country'],
    countryInCode: kind?.countryInCode ?? (textOf(form, 'countryInCode') as KindInput['countryInCode']),
    validity: textOf(form, 'validity') as KindInput['validity'],
    validityMonths: months === '' ? null : Number(months),
    renewalDays: Number(textOf(form, 'renewalDays')),
    source: textOf(form, 'source'),
    sourceDate: textOf(form, 'sourceDate'),
    isRetired: form.get('isRetired') === 'on',
    seen: kind?.edition ?? null,
  };
}

/** The errors by the names of the form's fields: that of one format is that of their field. */
const inForm = (errors: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(errors).map(([path, sentence]) => [path.replace(/\..*/, ''), sentence]));

/** The form for the next edition of a kind of document, or for a new kind. */
export function KindForm({ kind, onDone }: { kind?: StaffKind; onDone: () => void }) {
  const today = useToday();
  const [validity, setValidity] = useState<string>(kind?.validity ?? 'stated');
  return (
    <Card className="max-w-4xl p-6">
      <Form
        onSubmit={async (form) => {
          toast(await saveKind(inputOf(form, kind)));
          onDone();
        }}
        check={(form) => inForm(fieldErrors(KindInput, inputOf(form, kind)))}
        failure="Failed to save the kind of document."
        aria-label={kind ? `Edit ${kind.title}` : 'Add kind'}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Title" name="title" defaultValue={kind?.title} required />
          {!kind && (
            <TextField
              label="Code"
              name="code"
              hint="By which rules of courses name it, such as CDC. It never changes"
              required
            />
          )}
          <SelectField
            label="Group"
            name="group"
            defaultValue={kind?.group ?? ''}
            options={kindGroups.map((value) => ({ value, label: kindGroupNames[value] }))}
            required
          />
          <TextField
            label="Formats of the number"
            name="numberFormats"
            hint="A is a letter, 9 a digit, * one of both. Separate formats by commas. Leave blank for any number"
            defaultValue={kind?.numberFormats.join(', ')}
          />
          <SelectField
            label="Country or flag"
            name="country"
            defaultValue={kind?.country ?? 'none'}
            options={countryOptions}
          />
          {!kind && (
            <SelectField
              label="What the country does to the code"
              name="countryInCode"
              hint="It never changes"
              defaultValue="no"
              options={codeOptions}
            />
          )}
          <SelectField
            label="Validity"
            name="validity"
            value={validity}
            options={documentValidities.map((value) => ({ value, label: validityNames[value] }))}
            onChange={({ currentTarget }) => setValidity(currentTarget.value)}
          />
          {validity === 'months' && (
            <TextField
              label="Months"
              name="validityMonths"
              inputMode="numeric"
              hint="24 for two years"
              defaultValue={kind?.validityMonths ?? ''}
              required
            />
          )}
          <TextField
            label="Renewal begins"
            name="renewalDays"
            inputMode="numeric"
            hint="Days before the last day"
            defaultValue={kind?.renewalDays ?? 90}
            required
          />
          <TextField
            label="Source"
            name="source"
            hint="Such as the number of the circular"
            defaultValue={kind?.source}
            required
          />
          <DateField label="Source read on" name="sourceDate" defaultValue={kind?.sourceDate ?? today} required />
          <CheckboxField
            label="Retired: nobody adds one any more"
            name="isRetired"
            defaultChecked={kind?.isRetired ?? false}
            className="sm:col-span-2"
          />
        </div>
        <div className="flex flex-wrap gap-3">
          <SubmitButton>Save kind</SubmitButton>
          <Button tone="plain" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </Form>
    </Card>
  );
}
