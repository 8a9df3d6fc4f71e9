import { useEffect, useRef, useState } from 'react';
import { isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { beginSignOn, providerName } from './sign-on.ts';

/** The button for login by the academy's identity provider, where it has one. It is loaded after the page. */
export default function ProviderLogin() {
  const [name, setName] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const alert = useRef<HTMLDivElement>(null);

  useEffect(() => {
    providerName().then(setName, (error: unknown) => {
      if (!isRefusal(error)) throw error; // the login form works without it
    });
    // when the person returns with the browser's back button, the page comes from the back/forward cache
    const beginAgain = () => setBusy(false);
    window.addEventListener('pageshow', beginAgain);
    return () => window.removeEventListener('pageshow', beginAgain);
  }, []);

  useEffect(() => {
    if (failure) alert.current?.focus();
  }, [failure]);

  async function begin() {
    setFailure('');
    setBusy(true);
    try {
      await beginSignOn();
    } catch (error) {
      setBusy(false);
      setFailure(messageOf(error, 'Login failed'));
      if (!isRefusal(error)) throw error;
    }
  }

  if (!name) return null;
  return (
    <>
      {failure && <Alert ref={alert}>{failure}</Alert>}
      <Button tone="plain" wide busy={busy} onClick={() => void begin()}>
        Continue with {name}
      </Button>
    </>
  );
}
