import { useCallback, useEffect, useState } from 'react';
import { type LinkQuality, measureLink } from '../../../lib/device/measure-link.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert, type State } from '../../../ui/feedback/alert.tsx';

const said: Record<LinkQuality, { tone: State; words: string }> = {
  good: { tone: 'good', words: 'Your connection is good enough for the test.' },
  weak: {
    tone: 'warn',
    words: 'Your connection is slow or breaks. You can try: your answers stay on this device until they are sent.',
  },
  none: {
    tone: 'warn',
    words: 'You have no connection now, and the test cannot start without one. You can practise without internet.',
  },
};

/**
 * Whether the connection is likely enough for a test: measured when the page opens, when it changes, and when asked.
 */
export function LinkCheck() {
  const [quality, setQuality] = useState<LinkQuality>();
  const measure = useCallback(() => {
    setQuality(undefined);
    void measureLink().then(setQuality);
  }, []);
  useEffect(() => {
    measure();
    window.addEventListener('online', measure);
    window.addEventListener('offline', measure);
    return () => {
      window.removeEventListener('online', measure);
      window.removeEventListener('offline', measure);
    };
  }, [measure]);
  if (!quality) {
    return (
      <p role="status" className="text-soft">
        Checking your connection…
      </p>
    );
  }
  const { tone, words } = said[quality];
  return (
    <Alert
      tone={tone}
      action={
        quality !== 'good' && (
          <Button tone="plain" size="small" onClick={measure}>
            Check again
          </Button>
        )
      }
    >
      {words}
    </Alert>
  );
}
