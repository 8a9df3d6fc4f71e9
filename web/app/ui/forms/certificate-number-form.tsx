import { useNavigate } from 'react-router';
import { textOf } from '../../lib/calls/field-errors.ts';
import { paths } from '../../lib/paths.ts';
import { Form, SubmitButton } from './form.tsx';
import { TextField } from './text-fields.tsx';

type CertificateNumberFormProps = {
  /** The number that was checked, as the initial value. */
  number?: string | undefined;
  /** Field and button stand in one row, and without a hint: the text beside it says the same. */
  inRow?: boolean;
};

const check = (form: FormData): Record<string, string> =>
  textOf(form, 'number').trim() ? {} : { number: 'Please enter a certificate number' };

/** Leads to the check of the certificate with this number. */
export function CertificateNumberForm({ number, inRow = false }: CertificateNumberFormProps) {
  const navigate = useNavigate();
  return (
    <Form
      onSubmit={async (form) => void navigate(paths.verify(textOf(form, 'number').trim()))}
      check={check}
      failure="The certificate could not be looked up."
    >
      <div className={inRow ? 'flex flex-wrap items-start gap-3' : 'flex flex-col gap-5'}>
        <TextField
          key={number}
          label="Certificate number"
          name="number"
          hint={inRow ? undefined : 'As printed. You can use small letters and leave out the dashes.'}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          defaultValue={number}
          // the next number takes the place of the one that was checked
          onFocus={number ? ({ currentTarget }) => currentTarget.select() : undefined}
          required
          className={inRow ? 'min-w-0 flex-1 basis-56' : undefined}
        />
        <SubmitButton tone={inRow ? 'navy' : 'signal'} className={inRow ? 'sm:mt-8 max-sm:w-full' : 'self-start'}>
          Verify
        </SubmitButton>
      </div>
    </Form>
  );
}
