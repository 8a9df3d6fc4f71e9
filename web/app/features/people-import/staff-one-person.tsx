import { useQuery } from '@tanstack/react-query';
import { type FieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { MobileField } from '../accounts/mobile-field.tsx';
import { NameFields, namesIn } from '../accounts/name-fields.tsx';
import { activeCourseChoiceQuery } from '../courses/staff-api.ts';

const columns = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['email', 'Email'],
  ['mobile', 'Mobile'],
  ['course', 'Course'],
  ['batch', 'Batch'],
] as const;

type OnePersonProps = {
  /** Gets a list with the person as a file. */
  send: (form: FormData) => Promise<void>;
  /** The batch that is offered. */
  batch?: { code: string; courseTitle: string } | undefined;
};

/** One person, who is checked and confirmed like a list with one row. */
export function OnePerson({ send, batch }: OnePersonProps) {
  const { data: courses = [] } = useQuery(activeCourseChoiceQuery);
  return (
    <Form onSubmit={(form) => send(listOf(form))} check={check} failure="Failed to check this person.">
      <NameFields />
      <TextField label="Email" name="email" type="email" autoComplete="off" required />
      <MobileField />
      <SelectField
        label="Course"
        name="course"
        options={courses.map(({ title }) => ({ value: title, label: title }))}
        key={courses.length}
        defaultValue={batch?.courseTitle ?? ''}
        hint="Optional"
      />
      <TextField
        label="Batch"
        name="batch"
        autoComplete="off"
        defaultValue={batch?.code ?? ''}
        hint="Optional: its number, or its first day"
      />
      <SubmitButton wide tone="plain">
        Check this person
      </SubmitButton>
    </Form>
  );
}

const check = (form: FormData): FieldErrors =>
  Object.fromEntries(
    columns.slice(0, 4).flatMap(([name, title]) => (cellOf(form, name).trim() ? [] : [[name, `${title} is required`]])),
  );

/** A cell of the list; a last name that somebody does not have is a dash. */
const cellOf = (form: FormData, name: string): string =>
  name === 'lastName' ? (namesIn(form).lastName ?? '-') : textOf(form, name);

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A list with one row, as a form with a file. */
function listOf(form: FormData): FormData {
  const rows = [columns.map(([, title]) => title), columns.map(([name]) => cellOf(form, name))];
  const table = rows.map((cells) => cells.map(quoted).join(',')).join('\r\n');
  const list = new FormData();
  list.append('file', new Blob([table], { type: 'text/csv' }), 'one-person.csv');
  return list;
}
