import { useEffect, useRef, useState } from 'react';
import { useBrand } from '../../../lib/brand.ts';
import { ApiError, isRefusal, messageOf, NetworkError } from '../../../lib/calls/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert, type State } from '../../../ui/feedback/alert.tsx';
import { refusalTone } from '../sign-in/refusal-tone.ts';
import { canUsePasskeys } from './passkey-support.ts';

/** The code that logs in with a passkey is loaded on first use. */
async function fetchPasskeyLogin() {
  try {
    return await Promise.all([import('./log-in-by-passkey.ts'), import('../sign-in/log-in.ts')]);
  } catch (cause) {
    throw new NetworkError(undefined, { cause });
  }
}

type PasskeyLoginProps = {
  suits: (role: string) => boolean;
  refusal: string;
  /** Continues with a person of this role. */
  onLoggedIn: (role: string) => Promise<void>;
};

/**
 * The button for login by passkey, if the browser and the page's host support passkeys. It is loaded after the page.
 */
export default function PasskeyLogin({ suits, refusal, onLoggedIn }: PasskeyLoginProps) {
  const { publicUrl } = useBrand();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ words: string; tone: State }>();
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) alert.current?.focus();
  }, [failure]);

  async function logIn() {
    setFailure(undefined);
    setBusy(true);
    try {
      const [{ logInByPasskey }, { keepSession }] = await fetchPasskeyLogin();
      const role = await keepSession(await logInByPasskey(), suits);
      if (!role) throw new ApiError(403, { message: refusal });
      await onLoggedIn(role);
    } catch (error) {
      const tone = error instanceof ApiError ? refusalTone(error) : 'bad';
      setFailure({ words: messageOf(error, 'Login failed'), tone });
      if (!isRefusal(error)) throw error;
    } finally {
      setBusy(false);
    }
  }

  if (!canUsePasskeys(publicUrl)) return null;
  return (
    <>
      {failure && (
        <Alert ref={alert} tone={failure.tone}>
          {failure.words}
        </Alert>
      )}
      <Button tone="plain" wide busy={busy} onClick={() => void logIn()}>
        Log in with a passkey
      </Button>
      <p className="order-last text-center text-sm text-soft">
        With a passkey you use your fingerprint, face or screen lock instead of a password.
      </p>
    </>
  );
}
