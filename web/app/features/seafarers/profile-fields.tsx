import type { ReactNode } from 'react';
import type { Draft } from '../../lib/session/form-draft.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { Card } from '../../ui/layout.tsx';
import { ExpiryField } from './expiry-field.tsx';
import { CdcFields, NumberField, NumberOrNotIssued } from './number-fields.tsx';
import { PassportPhotograph } from './passport-photograph.tsx';
import { PlaceFields } from './place-fields.tsx';

type FieldsProps = { initial: Draft; idTypes: readonly string[]; required: boolean; withName?: boolean };

/** The text fields of a profile in groups, for the forms that create and update it. */
export function ProfileFields({ initial, idTypes, required, withName = false }: FieldsProps) {
  const field = (name: string) => ({ name, defaultValue: initial[name], required });
  return (
    <>
      <Group title="About you">
        {withName && <TextField label="Name" autoComplete="name" {...field('name')} className="sm:col-span-2" />}
        <TextField
          label="Name in your own script"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          hint="Optional: your name in Hindi, Tamil or another script. Your certificates show it below your name in English letters."
          {...field('ownScriptName')}
          required={false}
          className="sm:col-span-2"
        />
        <DateField label="Date of birth" autoComplete="bday" {...field('birthDate')} />
        <TextField
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint="With the country code, for example +919820012345"
          {...field('phone')}
        />
        <TextField
          label="Street address"
          autoComplete="street-address"
          {...field('streetAddress')}
          className="sm:col-span-2"
        />
        <TextField label="City" autoComplete="address-level2" {...field('city')} />
        <PlaceFields initial={initial} required={required} />
      </Group>
      <Group title="Passport, CDC and INDoS">
        <PassportPhotograph />
        <NumberField
          label="Passport number"
          which="passportNumber"
          hint="As your passport shows it. An Indian passport: one letter and seven digits, for example Z4839201"
          {...field('passportNumber')}
        />
        <ExpiryField label="Passport expiry" {...field('passportExpiresOn')} />
        <CdcFields initial={initial} required={required} />
        <NumberOrNotIssued
          label="INDoS number"
          which="indosNo"
          hint="Two digits, two letters and four digits, for example 21GL4839"
          choice="INDoS not issued"
          {...field('indosNumber')}
        />
        <NumberOrNotIssued
          label="Grade number"
          which="gradenumber"
          hint="As on your certificate of competency, for example MEO2-00114"
          choice="Grade not issued"
          {...field('gradeNumber')}
        />
        <SelectField
          label="ID type"
          options={idTypes}
          {...field('idType')}
          defaultValue={initial.idType ?? ''}
          className="sm:col-span-2"
        />
      </Group>
    </>
  );
}

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="p-6">
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="float-left mb-1 w-full text-lg font-bold sm:col-span-2">{title}</legend>
        {children}
      </fieldset>
    </Card>
  );
}
