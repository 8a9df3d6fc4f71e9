import { type ComponentProps, createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/calls/api-client.ts';
import { attendance, takeOver } from '../../lib/calls/early-send.ts';
import type { FieldErrors } from '../../lib/calls/field-errors.ts';
import { Nonce } from '../../lib/pages/nonce.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { Alert } from '../feedback/alert.tsx';
import { unreadableIn } from './unreadable.ts';

type FormState = {
  errors: FieldErrors;
  busy: boolean;
  ready: boolean;
  /** Clears the errors below a name: rows that move up would show each other's errors. */
  forgetBelow: (name: string) => void;
};
const FormContext = createContext<FormState>({ errors: {}, busy: false, ready: true, forgetBelow: () => {} });

/** The state of the surrounding form, for its fields and its submit button. */
export const useFormState = () => use(FormContext);

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'action' | 'method'> & {
  /** Sends the form data; an error that it throws is shown above the form and at the fields. */
  onSubmit: (data: FormData, form: HTMLFormElement) => Promise<void>;
  /** Validates before anything is sent; an empty result lets the form through. */
  check?: (data: FormData) => FieldErrors;
  /** The message to show when the server sends none. */
  failure: string;
  /** The URL that takes the fields unchanged: the form can then be sent before hydration (lib/calls/early-send.ts). */
  early?: string;
  children: ReactNode;
};

/**
 * A form of uncontrolled inputs. Before hydration it cannot be submitted, unless the early-send script handles it: the
 * browser would put the fields into the URL, including the password. Errors are shown above the form and at the fields,
 * and the first invalid field gets the focus.
 */
export function Form({ onSubmit, onInput, check, failure, early, children, className, ...rest }: FormProps) {
  const ready = useHydrated();
  const nonce = use(Nonce);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusals, setRefusals] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);

  // once per refusal, and not when a corrected field loses its error: that would move the focus while someone types
  useEffect(() => {
    if (refusals === 0) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? summary.current)?.focus();
  }, [refusals]);

  useEffect(() => {
    if (form.current && takeOver(form.current)) form.current.requestSubmit();
  }, []);

  function refuse(found: FieldErrors) {
    setErrors(found);
    setRefusals((before) => before + 1);
  }

  async function submit() {
    if (busy || !form.current) return;
    const data = new FormData(form.current);
    const found = check?.(data) ?? {};
    const unreadable = [...form.current.elements].filter(unreadableIn);
    // its field says so: a control without a name would have no place among the errors
    for (const control of unreadable) (control as HTMLInputElement).checkValidity();
    if (unreadable.length > 0 || Object.keys(found).length > 0) return refuse(found);
    setErrors({});
    setBusy(true);
    try {
      await onSubmit(data, form.current);
    } catch (error) {
      refuse(errorsOf(error, failure));
    } finally {
      setBusy(false);
    }
  }

  const forgetBelow = (name: string) =>
    setErrors((all) => Object.fromEntries(Object.entries(all).filter(([field]) => !field.startsWith(`${name}.`))));

  /** Errors without a field in this form are shown above it. */
  const above = Object.entries(errors).filter(([name]) => !form.current?.elements.namedItem(name));
  return (
    <form
      {...rest}
      ref={form}
      method="post"
      noValidate
      aria-busy={busy}
      className={cx('flex flex-col gap-5', className)}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onInput={(event) => {
        onInput?.(event);
        const { name } = event.target as HTMLInputElement;
        if (errors[name]) setErrors(({ [name]: _fixed, ...others }) => others);
      }}
    >
      {above.length > 0 && (
        <Alert ref={summary}>
          {above.map(([name, sentence]) => (
            <p key={name}>{sentence}</p>
          ))}
        </Alert>
      )}
      <FormContext value={{ errors, busy, ready, forgetBelow }}>{children}</FormContext>
      {early && !ready && (
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: attendance(early) }} />
      )}
    </form>
  );
}

/** The submit button of the surrounding form, with a spinner while the form is being sent. */
export function SubmitButton(props: Omit<ComponentProps<typeof Button>, 'type' | 'busy'>) {
  const { busy, ready } = useFormState();
  const disabled = props.disabled || !ready;
  // the early-send script may have changed the button before hydration
  return <Button {...props} type="submit" busy={busy} disabled={disabled} suppressHydrationWarning />;
}

function errorsOf(error: unknown, failure: string): FieldErrors {
  const message = messageOf(error, failure);
  if (!(error instanceof ApiError)) reportUnexpected(error);
  if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return { '': message };
  return error.fields;
}

/** An unexpected error is shown as a failure, and logged to the console for debugging. */
function reportUnexpected(error: unknown) {
  if (!(error instanceof Error && error.name === 'NetworkError')) console.error(error);
}
