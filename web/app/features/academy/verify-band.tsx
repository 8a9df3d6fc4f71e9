import { useNavigate } from 'react-router';
import { textOf } from '../../lib/calls/field-errors.ts';
import { paths } from '../../lib/paths.ts';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { Width } from '../../ui/layout.tsx';

/** A band of the home page for people who have been shown a certificate: its number leads to the check. */
export function VerifyBand() {
  const navigate = useNavigate();
  return (
    <section aria-labelledby="verify" className="border-b border-line bg-surface print:hidden">
      <Width className="grid items-center gap-x-10 gap-y-5 py-8 md:grid-cols-2">
        <div>
          <h2 id="verify" className="text-xl">
            Verify a certificate
          </h2>
          <p className="mt-1 text-soft">Enter the number printed on it. The answer comes from our register.</p>
        </div>
        <Form
          onSubmit={async (form) => void navigate(paths.verify(textOf(form, 'number').trim()))}
          check={(form): Record<string, string> =>
            textOf(form, 'number').trim() ? {} : { number: 'Please enter a certificate number' }
          }
          failure="The certificate could not be looked up."
        >
          <div className="flex flex-wrap items-start gap-3">
            <TextField
              label="Certificate number"
              name="number"
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              required
              className="min-w-0 flex-1 basis-56"
            />
            <SubmitButton tone="navy" className="sm:mt-8 max-sm:w-full">
              Verify
            </SubmitButton>
          </div>
        </Form>
      </Width>
    </section>
  );
}
