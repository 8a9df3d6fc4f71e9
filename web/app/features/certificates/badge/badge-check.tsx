import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useBrand } from '../../../lib/brand.ts';
import { textOf } from '../../../lib/calls/field-errors.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FileInput } from '../../../ui/forms/file-input.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { TextArea } from '../../../ui/forms/text-fields.tsx';

/** A picture with a badge is not larger, in bytes. */
const mostBytes = 20 * 1024 * 1024;

/** Checks a digital badge of any issuer: a file that is chosen or dropped here, or its text. */
export function BadgeCheck() {
  const { publicUrl, timeZone } = useBrand();
  const [answer, setAnswer] = useState<ReactNode>();
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string>();

  const latest = useRef<Blob>(undefined);

  async function check(file: Blob | undefined) {
    if (!file) return;
    latest.current = file;
    setAnswer(undefined);
    setProblem(undefined);
    if (file.size > mostBytes) return setProblem('This file is too large for a badge.');
    setChecking(true);
    try {
      const part = await import('./badge-part.ts').catch(() => undefined);
      if (!part) return setProblem('The part that checks badges could not be loaded. Please try again.');
      const bytes = new Uint8Array(await file.arrayBuffer());
      const checked = await part.checkBadgeFile(bytes, { publicUrl, timeZone }, part.codeSources(timeZone));
      // Another one may have been chosen while the register was asked.
      if (latest.current === file) setAnswer(<part.BadgeAnswerView answer={checked} />);
    } catch (error) {
      setProblem('The badge could not be checked. Please try again.');
      throw error;
    } finally {
      setChecking(false);
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void check(event.dataTransfer.files[0]);
  };

  return (
    <div className="flex flex-col gap-6">
      {answer}
      <fieldset
        aria-label="Digital badge"
        className="grid min-w-0 gap-8 md:grid-cols-2"
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <div className="flex flex-col gap-5">
          <Field
            label="Badge"
            name="badge"
            hint="A picture (PNG, SVG) or file (JSON) from any issuer. It is read on this device. Only the number of our own badges is sent to the register."
          >
            {(control) => (
              <FileInput
                {...control}
                accept=".json,.png,.svg,application/json,image/png,image/svg+xml"
                onChange={(event) => void check(event.currentTarget.files?.[0])}
              />
            )}
          </Field>
          <p role="status" className="text-sm text-soft empty:hidden">
            {isChecking && 'Checking the badge…'}
          </p>
          {problem && <Alert>{problem}</Alert>}
        </div>
        <Form
          onSubmit={(form) => check(new Blob([textOf(form, 'text')]))}
          check={(form): Record<string, string> =>
            textOf(form, 'text').trim() ? {} : { text: 'Please paste the text of a badge' }
          }
          failure="The badge could not be checked."
        >
          <TextArea label="Or paste the text of the badge" name="text" rows={3} spellCheck={false} />
          <div>
            <SubmitButton tone="plain">Check Badge</SubmitButton>
          </div>
        </Form>
      </fieldset>
    </div>
  );
}
