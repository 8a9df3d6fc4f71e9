import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError, NetworkError } from '../../../lib/calls/api-client.ts';
import { textOf } from '../../../lib/calls/field-errors.ts';
import { paths } from '../../../lib/paths.ts';
import { carryEmail, useCarriedEmail } from '../../../lib/session/carried-email.ts';
import { knownDevice } from '../../../lib/session/session.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { FocusFirst } from '../../../ui/forms/focus-first.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { PasswordField, TextField } from '../../../ui/forms/text-fields.tsx';
import { SecondFactorField } from '../second-factor/second-factor-field.tsx';
import { landing } from './landing.ts';
import { refusalTone } from './refusal-tone.ts';

/** The code that validates and sends a login is a tenth of the page's size: it loads when the form can be filled in. */
const fetchLogIn = async () => {
  try {
    return (await import('./log-in.ts')).logIn;
  } catch (cause) {
    throw new NetworkError(undefined, { cause });
  }
};

/** Login by passkey, which is loaded later too; when it cannot be loaded, only the form is shown. */
const PasskeyLogin = lazy(() => import('../passkeys/passkey-login.tsx').catch(() => ({ default: () => null })));

const takeFocus = (notice: HTMLElement | null) => notice?.focus();

type LoginFormProps = {
  /** Whether an account of this role may log in here; `refusal` is the message otherwise. */
  suits: (role: string) => boolean;
  refusal: string;
  /** A login method besides password and passkey; shown after hydration. */
  children?: ReactNode;
};

/**
 * Login with email and password, and a code for accounts with a second factor, or with a passkey. Afterwards navigates
 * to the page that asked for login, or to the role's home page.
 */
export function LoginForm({ suits, refusal, children }: LoginFormProps) {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const [asksForCode, setAsksForCode] = useState(false);
  const [notice, setNotice] = useState('');
  const email = useCarriedEmail('login') ?? '';
  useEffect(() => {
    // fails only without a network, and is loaded again when the form is sent
    fetchLogIn().catch(() => undefined);
  }, []);

  async function goOn(role: string) {
    toast('Login successful!');
    await navigate(landing(role));
  }

  async function submit(form: FormData, element: HTMLFormElement) {
    setNotice('');
    const [email, password, otp] = [textOf(form, 'email'), textOf(form, 'password'), textOf(form, 'otp')];
    try {
      const logIn = await fetchLogIn();
      const role = await logIn({ email, password, ...(otp && { otp }), device: knownDevice() }, suits, element);
      if (!role) throw new ApiError(403, { message: refusal });
      await goOn(role);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'second-factor' && !asksForCode) return setAsksForCode(true);
      if (refusalTone(error) === 'info') return setNotice(error.message);
      if (error.code !== 'not-verified') throw error;
      toast(error.message, { tone: 'warn', seconds: 6 });
      await navigate(paths.otp, { state: carryEmail('otp', { email, registration: error.about }) });
    }
  }

  return (
    <Form onSubmit={submit} failure="Login failed" early="/api/user/login">
      {notice && (
        <Alert tone="info" ref={takeFocus}>
          {notice}
        </Alert>
      )}
      <TextField label="Email" name="email" type="email" autoComplete="username" defaultValue={email} required />
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      {asksForCode && (
        <FocusFirst>
          <SecondFactorField />
        </FocusFirst>
      )}
      <input type="hidden" name="device" />
      <p className="-mt-2 text-right text-sm">
        <Link to={paths.forgotPassword} className="font-semibold text-link hover:underline">
          Forgot password?
        </Link>
      </p>
      <SubmitButton wide>Login</SubmitButton>
      {hydrated && (
        <div className="mt-1 flex flex-col gap-3 border-t border-line pt-6 empty:hidden">
          <Suspense>
            <PasskeyLogin suits={suits} refusal={refusal} onLoggedIn={goOn} />
          </Suspense>
          <Suspense>{children}</Suspense>
        </div>
      )}
    </Form>
  );
}
