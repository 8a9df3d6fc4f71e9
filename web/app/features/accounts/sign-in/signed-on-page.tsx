import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, replace, useNavigate } from 'react-router';
import { useBrand } from '../../../lib/brand.ts';
import { ApiError, NetworkError } from '../../../lib/calls/api-client.ts';
import { textOf } from '../../../lib/calls/field-errors.ts';
import { unlisted } from '../../../lib/pages/page-meta.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { paths } from '../../../lib/paths.ts';
import { isStaff } from '../../../lib/session/roles.ts';
import { keepSignOutUrl } from '../../../lib/session/session.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Alert, type State } from '../../../ui/feedback/alert.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { FocusFirst } from '../../../ui/forms/focus-first.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { SecondFactorField } from '../second-factor/second-factor-field.tsx';
import type { Route } from './+types/signed-on-page.ts';
import { AccountPanel } from './account-panel.tsx';
import { takeSignOn } from './kept-sign-on.ts';
import { landing } from './landing.ts';
import { refusalTone } from './refusal-tone.ts';
import type { Answered } from './sign-on.ts';

export const meta: Route.MetaFunction = (page) => [...titled('Staff Login', page), unlisted];

/** The outcome of a login that opened no session; one that is `over` can only be started again. */
type Outcome =
  | { step: 'code'; answered: Answered }
  | { step: 'lost'; answered: Answered; sentence: string }
  | { step: 'over'; sentence: string; tone: State };

const over = (sentence: string, tone: State = 'bad'): Outcome => ({ step: 'over', sentence, tone });
const refused = (error: ApiError): Outcome => over(error.message || 'Login failed', refusalTone(error));
const notBegunHere = 'This login was started in another browser or tab, or has expired. Please log in again.';

/**
 * The redirect target of the identity provider. The login runs in the loader, which runs once, while effects may run
 * twice, and the provider's code is valid once. The code is removed from the URL first, so that it is in no history and
 * no reload.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = new URL(request.url).searchParams;
  const [state, code, iss, error] = ['state', 'code', 'iss', 'error'].map((name) => query.get(name));
  if (!state && !code && !error) throw replace(paths.staffLogin);
  window.history.replaceState(window.history.state, '', paths.signedOn);
  const kept = takeSignOn(state ?? null);
  if (!kept) return over(notBegunHere, 'warn');
  if (!code) return refusalOf(error ?? '');
  const outcome = await finish({ ...kept, code, ...(iss && { iss }) });
  if (outcome.step !== 'in') return outcome;
  throw replace(welcome(outcome.role));
}
clientLoader.hydrate = true as const;

/** The code that finishes a login is as large as the page: it is loaded afterwards. */
async function fetchFinish() {
  try {
    return await Promise.all([import('./sign-on.ts'), import('./log-in.ts')]);
  } catch (cause) {
    throw new NetworkError(undefined, { cause });
  }
}

/** Opens the session; returns the person's role. */
async function logIn(answered: Answered): Promise<string> {
  const [{ finishSignOn, isLogoutPage }, { keepSession }] = await fetchFinish();
  const opened = await finishSignOn(answered);
  const role = await keepSession(opened, isStaff);
  if (!role) throw new ApiError(403, { message: 'This account has no staff role.' });
  if (opened.signOutUrl && isLogoutPage(opened.signOutUrl)) keepSignOutUrl(opened.signOutUrl);
  return role;
}

async function finish(answered: Answered): Promise<Outcome | { step: 'in'; role: string }> {
  try {
    return { step: 'in', role: await logIn(answered) };
  } catch (error) {
    // without a response, the provider's code may still be valid
    if (error instanceof NetworkError) return { step: 'lost', answered, sentence: error.message };
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'second-factor' ? { step: 'code', answered } : refused(error);
  }
}

/**
 * The outcome for an error that the provider put into the URL. The provider's own text is not shown: anyone could make
 * a link with any text.
 */
async function refusalOf(error: string): Promise<Outcome> {
  switch (error) {
    case 'access_denied': {
      const name = await fetchFinish()
        .then(([{ providerName }]) => providerName())
        .catch(() => null);
      return over(name ? `You did not log in at ${name}.` : 'You did not log in.', 'info');
    }
    case 'server_error':
    case 'temporarily_unavailable':
      return over('The academy’s login service does not answer. Please try again, or log in with your password.');
    default:
      return over('The academy’s login service refused this login. Please ask an administrator.');
  }
}

/** Shows the success message; returns the path to navigate to. */
function welcome(role: string): string {
  toast('Login successful!');
  return landing(role);
}

export default function SignedOnPage({ loaderData }: Route.ComponentProps) {
  const [outcome, setOutcome] = useState<Outcome>(loaderData);
  const navigate = useNavigate();
  const takesFocus = outcome !== loaderData;
  const goOn = (role: string) => navigate(welcome(role), { replace: true });

  async function tryAgain(answered: Answered) {
    const next = await finish(answered);
    if (next.step === 'in') await goOn(next.role);
    else setOutcome(next);
  }

  async function sendCode(answered: Answered, otp: string) {
    try {
      await goOn(await logIn({ ...answered, otp }));
    } catch (error) {
      if (!(error instanceof ApiError) || mayTypeAgain(error)) throw error;
      setOutcome(refused(error));
    }
  }

  switch (outcome.step) {
    case 'code':
      return (
        <Panel canLeave>
          <Form onSubmit={(form) => sendCode(outcome.answered, textOf(form, 'otp'))} failure="Login failed">
            <p className="text-soft">Your account here also has its own second factor.</p>
            <FocusFirst>
              <SecondFactorField />
            </FocusFirst>
            <SubmitButton wide>Login</SubmitButton>
          </Form>
        </Panel>
      );
    case 'lost':
      return (
        <Panel canLeave>
          <Lost takesFocus={takesFocus} sentence={outcome.sentence} onTryAgain={() => tryAgain(outcome.answered)} />
        </Panel>
      );
    case 'over':
      return (
        <Panel>
          <div className="flex flex-col gap-5">
            <Notice takesFocus={takesFocus} tone={outcome.tone} sentence={outcome.sentence} />
            <LinkButton to={paths.staffLogin} wide>
              Back to the staff login
            </LinkButton>
          </div>
        </Panel>
      );
  }
}

/** Whether a login that waits for a second factor is still valid after a refusal. */
const mayTypeAgain = ({ status, code }: ApiError): boolean =>
  status === 400 || status === 429 || status >= 500 || code === 'second-factor';

type NoticeProps = {
  sentence: string;
  tone?: State | undefined;
  /** Set when it replaces an element that had the focus. */
  takesFocus: boolean;
};

function Notice({ sentence, tone, takesFocus }: NoticeProps) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) alert.current?.focus();
  }, [takesFocus]);
  return (
    <Alert ref={alert} tone={tone}>
      {sentence}
    </Alert>
  );
}

function Lost({ onTryAgain, ...notice }: NoticeProps & { onTryAgain: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);

  async function tryAgain() {
    setBusy(true);
    await onTryAgain().finally(() => setBusy(false));
  }

  return (
    <div className="flex flex-col gap-5">
      {!busy && <Notice {...notice} />}
      <Button wide busy={busy} onClick={() => void tryAgain()}>
        Try again
      </Button>
    </div>
  );
}

export function HydrateFallback() {
  return (
    <Panel>
      <p role="status" className="flex items-center gap-3 py-2 text-soft">
        <Spinner /> Logging in
      </p>
    </Panel>
  );
}

function Panel({ children, canLeave = false }: { children: ReactNode; canLeave?: boolean }) {
  const { name } = useBrand();
  return (
    <AccountPanel
      title={`Staff login to ${name}`}
      below={
        canLeave && (
          <Link to={paths.staffLogin} className="font-semibold text-link hover:underline">
            Back to the staff login
          </Link>
        )
      }
    >
      {children}
    </AccountPanel>
  );
}
